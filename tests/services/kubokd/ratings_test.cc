// Rating lists on a real node: import by gRPC, search, the event, cut and wrong files, a restart.
#include <algorithm>

#include "kubok/v1/ratings.grpc.pb.h"
#include "tests/services/kubokd/section_play.h"

namespace kubok::services {
namespace {

constexpr char kRapid[] =
    "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\n"
    "1,Щербаков Пётр Ильич,,RUS,54,Новосибирская область,2010,1250,4100018,\n"
    "2,Щербакова Анна,f,RUS,54,Новосибирская область,2011,1100,,\n"
    "3,Иванов Иван Иванович,,RUS,63,Самарская область,1990,2100,,\n"
    "4,Иванов Игорь,,RUS,63,Самарская область,1991,1900,,\n";
constexpr char kBlitz[] =
    "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\n"
    "1,Щербаков Пётр Ильич,,RUS,54,Новосибирская область,2010,1300,4100018,\n";

class RatingsTest : public FederationTest {
 protected:
  std::unique_ptr<v1::Ratings::Stub> Stub() {
    return v1::Ratings::NewStub(
        grpc::CreateChannel(hub_->daemon().admin_address(), grpc::InsecureChannelCredentials()));
  }
  // Sends the file in small pieces; `stop_after` pieces the sender goes away.
  grpc::Status Send(const std::string& name, const std::string& bytes, v1::RatingListView* view,
                    size_t stop_after = 1000000) {
    const auto stub = Stub();
    const auto context = hub_->Context();
    const auto stream = stub->Import(context.get());
    v1::ImportRatingsRequest request;
    request.mutable_begin()->set_file_name("/home/somebody/" + name);
    request.mutable_begin()->set_size(bytes.size());
    request.mutable_begin()->set_month("2026-11");
    stream->Write(request);
    for (size_t at = 0, piece = 0; at < bytes.size(); at += 100, ++piece) {
      if (piece == stop_after) {
        context->TryCancel();
        return stream->Finish();
      }
      request.set_data(bytes.substr(at, 100));
      if (!stream->Write(request)) break;
    }
    stream->WritesDone();
    v1::ImportRatingsReply reply;
    while (stream->Read(&reply)) {
      if (reply.has_done()) *view = reply.done();
    }
    return stream->Finish();
  }
  v1::FindRatingsReply Find(const std::string& text, const std::string& system = "") {
    v1::FindRatingsRequest request;
    request.set_text(text);
    request.set_system(system);
    v1::FindRatingsReply reply;
    const grpc::Status status = Stub()->Find(hub_->Context().get(), request, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return reply;
  }
  std::string Names(const std::string& text) {
    std::string names;
    const v1::FindRatingsReply reply = Find(text);
    for (const v1::RatedPerson& person : reply.persons()) names += person.id() + " ";
    return names;
  }
};

TEST_F(RatingsTest, AListIsImportedSearchedAndRecorded) {
  v1::RatingListView view;
  grpc::Status status = Send("smanager_rapid.csv", kRapid, &view);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(view.list().system(), "FSR_RAPID");
  EXPECT_EQ(view.list().rows(), 4u);
  EXPECT_EQ(view.list().source(), "smanager_rapid.csv");
  status = Send("smanager_blitz.csv", kBlitz, &view);
  ASSERT_TRUE(status.ok()) << status.error_message();

  EXPECT_EQ(Names("щербаков"), "1 2 ");
  EXPECT_EQ(Names("Shcherbakov P."), "1 ");
  EXPECT_EQ(Names("анна щербакова"), "2 ");
  EXPECT_EQ(Names("Ивонов Иван"), "3 ");
  EXPECT_EQ(Names("иванов и 1991"), "4 3 ");
  EXPECT_EQ(Names("4"), "4 1 ");  // its id; then whose FIDE ID begins so
  EXPECT_EQ(Names("4100018"), "1 ");
  EXPECT_EQ(Names("Никто"), "");
  const v1::RatedPerson person = Find("щербаков петр").persons(0);
  ASSERT_EQ(person.ratings_size(), 2);
  EXPECT_EQ(person.ratings(0).system() + std::to_string(person.ratings(0).rating()), "FSR_BLITZ1300");
  EXPECT_EQ(person.ratings(1).system() + std::to_string(person.ratings(1).rating()), "FSR_RAPID1250");
  EXPECT_EQ(Find("иванов", "FIDE").persons_size(), 0);

  v1::ListEventsRequest request;
  request.set_newest(true);
  request.set_limit(1);
  v1::ListEventsReply events;
  ASSERT_TRUE(hub_->board().ListEvents(hub_->Context().get(), request, &events).ok());
  EXPECT_EQ(events.events(0).kind(), "rating_list_imported");
  EXPECT_EQ(events.events(0).text().ru(), "загружен рейтинг-лист FSR_BLITZ 2026-11, строк: 1");
  EXPECT_EQ(events.events(0).ignored_reason(), "");
}

TEST_F(RatingsTest, AFailedImportLeavesTheOldListAlsoAfterARestart) {
  v1::RatingListView view;
  ASSERT_TRUE(Send("smanager_rapid.csv", kRapid, &view).ok());
  const std::string newer = std::string(kRapid) + "5,Новый Олег,,RUS,54,НСО,2001,1500,,\n";
  EXPECT_FALSE(Send("smanager_rapid.csv", newer, &view, 2).ok());  // cut
  // The cut one is being cleared away: meanwhile no other may begin.
  grpc::Status bad;
  EXPECT_TRUE(Eventually([&] {
    bad = Send("smanager_rapid.csv", newer + "6,,,,,,,,,\n", &view);
    return bad.error_code() != grpc::StatusCode::FAILED_PRECONDITION;
  }));
  EXPECT_EQ(bad.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_NE(bad.error_message().find("line 7"), std::string::npos) << bad.error_message();
  EXPECT_EQ(Names("новый"), "");
  EXPECT_EQ(Names("щербаков петр"), "1 ");
  hub_->Stop();
  hub_->Start();
  EXPECT_EQ(Names("щербаков петр"), "1 ");
  EXPECT_TRUE(Eventually([&] { return Send("smanager_rapid.csv", newer, &view).ok(); }));
  EXPECT_EQ(Names("новый"), "5 ");
  // Nothing is left of the lists before.
  size_t folders = 0;
  for (const auto& entry : std::filesystem::directory_iterator(hub_->dir().root() + "/ratings")) {
    folders += entry.is_directory();
  }
  EXPECT_EQ(folders, 1u);
}

TEST_F(RatingsTest, TheTokenIsAskedFor) {
  grpc::ClientContext stranger;
  v1::FindRatingsReply reply;
  v1::FindRatingsRequest request;
  request.set_text("иванов");
  EXPECT_EQ(Stub()->Find(&stranger, request, &reply).error_code(), grpc::StatusCode::UNAUTHENTICATED);
  grpc::ClientContext sender;
  const auto stub = Stub();
  EXPECT_EQ(stub->Import(&sender)->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  request.set_text(" . ");
  EXPECT_EQ(Stub()->Find(hub_->Context().get(), request, &reply).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace kubok::services

// A backlog over mTLS on loopback: from one real node to an empty one that checks, folds and stores it
// durably, against a bare gRPC stream whose receiver puts the same bytes into bare RocksDB, one synced batch
// a frame. The two run in turn; the ratio of the medians counts.
//
//   sync_bench [EVENTS] [RUNS] [DIR]
#include <grpcpp/grpcpp.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/status.h"
#include "core/regulations/regulation_file.h"
#include "eventstore/env/layout.h"
#include "eventstore/env/real_env.h"
#include "eventstore/kv/rocks_engine.h"
#include "eventstore/log/committer.h"
#include "services/identity/enrolment.h"
#include "services/identity/founding.h"
#include "services/identity/tls_credentials.h"
#include "services/node/node.h"
#include "services/sync/peer_manager.h"

namespace kubok::services {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost {
  double seconds = 0;
  double cpu = 0;
};

// A node with its threads, its listener and its peers.
class Site {
 public:
  Site(const NodeIdentity& identity, const std::string& dir, store::Env& env) {
    kv_ = *store::OpenRocksEngine(store::layout::Database(dir));
    auto log = store::LogStore::Open({.federation = identity.federation,
                                      .own_origin = identity.origin,
                                      .key = &identity.keys.log,
                                      .data_dir = dir,
                                      .env = &env,
                                      .kv = kv_.get()});
    log_ = *std::move(log);
    committer_ = std::make_unique<store::Committer>(log_.get());
    queue_ = std::make_unique<CommitterQueue>(committer_.get());
    vault_ = *store::Vault::Open(dir, &env);
    auto opened = Node::Open(
        {.identity = identity,
         .zone = "Asia/Novosibirsk",
         .env = &env,
         .log = log_.get(),
         .vault = vault_.get(),
         .queue = queue_.get(),
         .on_alarm = [](const std::string& text) { std::fprintf(stderr, "alarm: %s\n", text.c_str()); }});
    if (!opened.ok()) std::fprintf(stderr, "%s\n", opened.status().ToString().c_str());
    KUBOK_CHECK(opened.ok());
    node = *std::move(opened);
    peers = std::make_unique<PeerManager>(node.get(), PeerManager::OverMtls(identity));
    node->Subscribe([manager = peers.get()](const auto&) { manager->OnLocalChange(); });
    grpc::ServerBuilder builder;
    ApplySyncSettings(&builder);
    builder.AddListeningPort("127.0.0.1:0", MakeServerCredentials(identity), &port);
    builder.RegisterService(peers->service());
    server_ = builder.BuildAndStart();
    peers->Start({});
  }
  ~Site() {
    peers->Stop();
    server_->Shutdown();
    committer_->Stop();
  }
  uint64_t SizeOf(const OriginId& origin) const {
    const auto head = log_->HeadOf(origin);
    return head ? Raw(head->size) : 0;
  }

 private:
  std::unique_ptr<store::KvEngine> kv_;
  std::unique_ptr<store::LogStore> log_;
  std::unique_ptr<store::Committer> committer_;
  std::unique_ptr<CommitterQueue> queue_;
  std::unique_ptr<store::Vault> vault_;
  std::unique_ptr<grpc::Server> server_;

 public:
  std::unique_ptr<Node> node;
  std::unique_ptr<PeerManager> peers;
  int port = 0;
};

// Commands of the hub's office and of the arbiter that it is here as well.
class Office {
 public:
  explicit Office(Site* site) : site_(site) {
    caller_.actor.set_user_id(site->node->self().operator_user_id());
    caller_.authenticating_node = site->node->node();
  }
  ~Office() { Wait(0); }

  // Does not wait for the answer; at most some hundreds are under way.
  void Do(tournament::Command command) {
    Wait(1000);
    ++under_way_;
    site_->node->ExecuteCore(
        caller_, store::RandomId<CommandId>(site_->node->env()), "bench", std::move(command), std::nullopt,
        [this](const absl::StatusOr<v1::ExecuteReply>& reply) {
          if (!reply.ok() || !reply->has_accepted()) {
            std::fprintf(stderr, "refused: %s\n",
                         reply.ok() ? reply->ShortDebugString().c_str() : reply.status().ToString().c_str());
            std::abort();
          }
          --under_way_;
        });
  }
  void Wait(int at_most) {
    while (under_way_ > at_most) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  template <typename IdType>
  IdType New() {
    return store::RandomId<IdType>(site_->node->env());
  }

 private:
  Site* const site_;
  Caller caller_;
  std::atomic<int> under_way_{0};
};

// One section of 40 players whose first round is corrected again and again.
void MakeBacklog(Site* hub, const std::vector<NodeIdentity>& venues, uint64_t events) {
  std::ifstream file(KUBOK_SOURCE_DIR "/deploy/regulations/novosibirsk-small-cup-2026-27.textproto");
  std::stringstream text;
  text << file.rdbuf();
  const v1::Regulation regulation = *regulations::ParseRegulation(text.str(), "cup");
  Office office(hub);
  const auto cup = office.New<StreamId>(), stage = office.New<StreamId>(), section = office.New<StreamId>();
  for (const NodeIdentity& venue : venues) office.Do(tournament::EnrolNode{venue.self});
  office.Do(tournament::CreateCup{cup, regulation, text.str()});
  v1::LocalizedText name;
  name.set_ru("Бердск");
  name.set_en("Berdsk");
  office.Do(tournament::ScheduleStage{cup, stage, section, 1, name, "Asia/Novosibirsk", "2026-10-01",
                                      hub->node->node(), name});
  office.Do(tournament::OpenSection{section, regulation, text.str()});
  v1::Sealed sealed;
  sealed.set_key_id(std::string(16, 'k'));
  sealed.set_nonce(std::string(24, 'n'));
  sealed.set_ciphertext(std::string(40, 'c'));
  std::vector<EntryId> entries;
  for (uint32_t i = 0; i < 40; ++i) {
    v1::EntryFacts facts;
    facts.set_sex(v1::SEX_MALE);
    facts.set_birth_year(1990);
    facts.set_rating(1500 + i);
    facts.set_rating_system("FIDE_RAPID");
    facts.set_municipality("54");
    entries.push_back(office.New<EntryId>());
    office.Do(
        tournament::RegisterPlayer{section, entries.back(), office.New<PersonId>(), sealed, sealed, facts});
  }
  office.Do(tournament::PublishStartList{section, entries});
  tournament::PairRound round{section, {}};
  round.round.set_round(1);
  round.round.set_engine("bench");
  round.round.set_engine_version("1");
  round.round.set_input_digest(std::string(32, 'd'));
  for (uint32_t board = 1; board <= 20; ++board) {
    v1::PairedBoard* paired = round.round.add_boards();
    paired->set_board(board);
    paired->set_white(entries[2 * board - 2].str());
    paired->set_black(entries[2 * board - 1].str());
  }
  office.Do(round);
  v1::GameResult result;
  result.set_white_halves(2);
  result.set_kind(v1::RESULT_KIND_PLAYED);
  for (uint32_t board = 1; board <= 20; ++board)
    office.Do(tournament::RecordResult{section, 1, board, result});
  office.Wait(0);
  std::vector<uint32_t> result_of(20, 2);
  for (uint64_t i = hub->SizeOf(hub->node->log().own_origin()); i < events; ++i) {
    const auto board = static_cast<uint32_t>(i % 20 + 1);
    result.set_white_halves((result_of[board - 1]++ + 1) % 3);  // never what stands there
    result.set_black_halves(2 - result.white_halves());
    office.Do(tournament::CorrectResult{section, 1, board, result, sealed});
  }
}

Cost RunKubok(Site* hub, const NodeIdentity& venue, const std::string& dir, store::Env& env) {
  fs::create_directories(dir);
  Cost cost;
  {
    Site site(venue, dir, env);
    const OriginId origin = hub->node->log().own_origin();
    const uint64_t size = hub->SizeOf(origin);
    v1::Peer peer;
    peer.set_node_id(hub->node->node().str());
    peer.set_address("127.0.0.1:" + std::to_string(hub->port));
    const double cpu = CpuSeconds();
    const auto begin = Clock::now();
    site.peers->AddPeer(peer);
    // Durable and folded: what every screen of the node shows.
    while (site.node->snapshot()->projection.Folded(origin) < size)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    cost = {SecondsSince(begin), CpuSeconds() - cpu};
  }
  fs::remove_all(dir);
  return cost;
}

// Receives frames of length-prefixed events and writes them; the last Ack tells that all is durable.
class BareReceiver final : public v1::Sync::CallbackService {
 public:
  using Families = std::vector<rocksdb::ColumnFamilyHandle*>;
  BareReceiver(rocksdb::DB* db, Families families) : db_(db), families_(std::move(families)) {}
  grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame>* Connect(grpc::CallbackServerContext*) override {
    class Reactor final : public grpc::ServerBidiReactor<v1::SyncFrame, v1::SyncFrame> {
     public:
      Reactor(rocksdb::DB* db, const Families& families) : db_(db), families_(families) {
        StartRead(&frame_);
      }
      void OnReadDone(bool ok) override {
        if (!ok) return Finish(grpc::Status::OK);
        rocksdb::WriteBatch batch;
        ByteReader reader(frame_.batch().events_zstd());
        const std::string& origin = frame_.batch().origin();
        for (uint64_t seq = frame_.batch().first_seq(); !reader.AtEnd(); ++seq) {
          const std::string_view event = reader.Bytes();
          batch.Put(families_[0], ByteWriter().Fixed(origin).U64(seq).Take(),
                    rocksdb::Slice(event.data(), event.size()));
          // What the store keeps beside an event, with its sizes: leaf hash, an inner hash, stream, command.
          const std::string hash(event.substr(event.size() - 32));
          batch.Put(families_[1], ByteWriter().Fixed(origin).U8(0).U64(seq).Take(), hash);
          if (seq % 2 == 1) {
            const auto level = static_cast<uint8_t>(1 + seq / 2 % 3);
            batch.Put(families_[1], ByteWriter().Fixed(origin).U8(level).U64(seq / 2).Take(), hash);
          }
          batch.Put(families_[2], ByteWriter().U8(4).Fixed(origin).Fixed(origin).U64(seq).Take(), "epoch123");
          batch.Put(families_[3], ByteWriter().Fixed(hash.substr(0, 16)).Fixed(origin).Take(),
                    "first and pa");
        }
        rocksdb::WriteOptions options;
        options.sync = true;
        KUBOK_CHECK(db_->Write(options, &batch).ok());
        StartRead(&frame_);
      }
      void OnDone() override { delete this; }

     private:
      rocksdb::DB* const db_;
      const Families& families_;
      v1::SyncFrame frame_;
    };
    return new Reactor(db_, families_);
  }

 private:
  rocksdb::DB* const db_;
  const Families families_;
};

Cost RunBare(const std::vector<std::vector<std::string>>& frames, const NodeIdentity& identity,
             const std::string& dir) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* raw = nullptr;
  KUBOK_CHECK(rocksdb::DB::Open(options, dir, &raw).ok());
  Cost cost;
  {
    const std::unique_ptr<rocksdb::DB> db(raw);
    BareReceiver::Families families(4);
    for (size_t i = 0; i < families.size(); ++i) {
      KUBOK_CHECK(db->CreateColumnFamily(options, std::to_string(i), &families[i]).ok());
    }
    BareReceiver receiver(db.get(), families);
    int port = 0;
    grpc::ServerBuilder builder;
    ApplySyncSettings(&builder);
    builder.AddListeningPort("127.0.0.1:0", MakeServerCredentials(identity), &port);
    builder.RegisterService(&receiver);
    const auto server = builder.BuildAndStart();
    grpc::ChannelArguments arguments = SyncChannelArguments();
    SetExpectedPeer(arguments, identity.node());
    const auto stub = v1::Sync::NewStub(grpc::CreateCustomChannel(
        "127.0.0.1:" + std::to_string(port), MakeChannelCredentials(identity), arguments));
    const double cpu = CpuSeconds();
    const auto begin = Clock::now();
    grpc::ClientContext context;
    const auto stream = stub->Connect(&context);
    uint64_t seq = 0;
    for (const std::vector<std::string>& events : frames) {
      v1::SyncFrame frame;
      ByteWriter writer;
      for (const std::string& event : events) writer.Bytes(event);
      frame.mutable_batch()->set_origin(std::string(16, 'o'));
      frame.mutable_batch()->set_first_seq(seq);
      frame.mutable_batch()->set_events_zstd(writer.Take());
      seq += events.size();
      KUBOK_CHECK(stream->Write(frame));
    }
    stream->WritesDone();
    KUBOK_CHECK(stream->Finish().ok());
    cost = {SecondsSince(begin), CpuSeconds() - cpu};
    server->Shutdown();
    for (rocksdb::ColumnFamilyHandle* family : families)
      KUBOK_CHECK(db->DestroyColumnFamilyHandle(family).ok());
  }
  fs::remove_all(dir);
  return cost;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

v1::NodeConfig Config(const std::string& name) {
  v1::NodeConfig config;
  config.set_node_name(name);
  config.set_zone("Asia/Novosibirsk");
  return config;
}

int Main(uint64_t events, int runs, const std::string& root) {
  fs::remove_all(root);
  fs::create_directories(root);
  const auto env = store::MakeRealEnv();
  const NodeDir hub_dir(root + "/hub", *env);
  v1::LocalizedText name;
  name.set_ru("Федерация");
  name.set_en("Federation");
  KUBOK_CHECK(InitNodeDir(hub_dir, Config("hub")).ok());
  KUBOK_CHECK(FoundFederation(hub_dir, root + "/stick", name, "correct horse battery",
                              store::PassphraseCost::kInteractive)
                  .ok());
  // A new node for every run: a second log under one identity would be a fork.
  std::vector<NodeIdentity> venues;
  for (int run = 0; run < runs; ++run) {
    const NodeDir dir(root + "/venue" + std::to_string(run), *env);
    const v1::EnrolmentRequest request = *InitNodeDir(dir, Config("venue"));
    KUBOK_CHECK(InstallGrant(dir, *MakeGrant(*LoadIssuer(hub_dir), request, {}, env->Now().unix_ms)).ok());
    venues.push_back(*LoadIdentity(dir));
  }
  const NodeIdentity hub_identity = *LoadIdentity(hub_dir);

  Site hub(hub_identity, root + "/hub", *env);
  MakeBacklog(&hub, venues, events);
  const OriginId origin = hub.node->log().own_origin();
  std::vector<std::vector<std::string>> frames;
  uint64_t bytes = 0;
  for (uint64_t seq = 0; seq < hub.SizeOf(origin); seq += frames.back().size()) {
    frames.push_back(*hub.node->ReadEvents(origin, Seq{seq}, TreeSize{hub.SizeOf(origin)},
                                           limits::kSyncFrameEvents, limits::kSyncFrameBytes));
    for (const std::string& event : frames.back()) bytes += event.size();
  }
  std::printf("%lu events, %.1f MB in %zu frames\n", hub.SizeOf(origin), static_cast<double>(bytes) / 1e6,
              frames.size());

  std::vector<double> bare, kubok, bare_cpu, kubok_cpu;
  for (int run = 0; run < runs; ++run) {
    const Cost without = RunBare(frames, hub_identity, root + "/bare");
    const Cost with = RunKubok(&hub, venues[static_cast<size_t>(run)], root + "/copy", *env);
    bare.push_back(without.seconds);
    bare_cpu.push_back(without.cpu);
    kubok.push_back(with.seconds);
    kubok_cpu.push_back(with.cpu);
    std::printf("  bare %.2f s (cpu %.2f)   kubok %.2f s (cpu %.2f)\n", without.seconds, without.cpu,
                with.seconds, with.cpu);
  }
  std::printf("ratio %.2f by time, %.2f by cpu (goal 0.50); %.0f events/s\n", Median(bare) / Median(kubok),
              Median(bare_cpu) / Median(kubok_cpu), static_cast<double>(hub.SizeOf(origin)) / Median(kubok));
  return 0;
}

}  // namespace
}  // namespace kubok::services

int main(int argc, char** argv) {
  const uint64_t events = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200'000;
  const int runs = argc > 2 ? std::atoi(argv[2]) : 3;
  const std::string root = argc > 3 ? argv[3] : "sync_bench_data";
  const int result = kubok::services::Main(events, runs, root);
  std::filesystem::remove_all(root);
  return result;
}

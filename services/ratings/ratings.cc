#include "services/ratings/ratings.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "core/base/status.h"
#include "core/ratings/list_parser.h"
#include "core/ratings/match.h"
#include "services/ratings/list_index.h"
#include "services/ratings/list_rows.h"

namespace kubok::services {
namespace {

constexpr uint32_t kUsualLimit = 20, kMostPersons = 200;

std::string ListFile(const std::string& folder) {
  return folder + "/lists.pb";
}

bool Wanted(const v1::StoredRatingList& list, const std::string& system) {
  const std::string& own = list.view().list().system();
  return system.empty() || own == system || ratings::FamilyOf(own) == system ||
         std::find(list.systems().begin(), list.systems().end(), system) != list.systems().end();
}

void AddValues(const v1::StoredRatingList& list, const ratings::RatingRow& row, v1::RatedPerson* person) {
  for (int i = 0; i < list.systems_size() && static_cast<size_t>(i) < row.ratings.size(); ++i) {
    const ratings::RatingCell& cell = row.ratings[static_cast<size_t>(i)];
    if (list.systems(i).empty() || cell.rating == 0) continue;
    v1::RatingValue* value = person->add_ratings();
    value->set_system(list.systems(i));
    value->set_rating(cell.rating);
    value->set_games(cell.games);
    value->set_k(cell.k);
    value->set_month(list.view().list().month());
  }
}

v1::RatedPerson ToPerson(const v1::StoredRatingList& list, const ratings::RatingRow& row) {
  v1::RatedPerson person;
  person.set_family(ratings::FamilyOf(list.view().list().system()));
  person.set_id(row.id);
  person.set_name(row.name);
  person.set_sex(row.sex == 'M' ? v1::SEX_MALE : row.sex == 'F' ? v1::SEX_FEMALE : v1::SEX_UNSPECIFIED);
  person.set_birth_year(row.birth_year);
  person.set_federation(row.federation);
  person.set_region(row.region);
  person.set_title(row.title);
  person.set_inactive(row.inactive);
  person.set_fide_id(row.fide_id);
  return person;
}

}  // namespace

std::unique_ptr<Ratings> Ratings::Open(Options options,
                                       const std::function<void(const std::string&)>& complain) {
  auto ratings = std::unique_ptr<Ratings>(new Ratings(std::move(options)));
  const std::string folder = ratings->Folder();
  store::FileSystem& files = ratings->options_.node->env().files();
  v1::StoredRatingLists stored;
  if (const auto bytes = files.ReadFile(ListFile(folder)); bytes.ok()) {
    if (!stored.ParseFromString(*bytes) || stored.layout() != kListLayout) {
      complain("ratings/lists.pb is not of this version: import the rating lists again");
      stored.Clear();
    }
  }
  auto lists = std::make_shared<OpenLists>();
  for (const v1::StoredRatingList& list : stored.lists()) {
    auto index = ListIndex::Open(folder + "/" + list.directory());
    if (!index.ok()) {
      complain("rating list " + list.view().list().system() + ": " + Message(index.status()));
      continue;
    }
    lists->push_back({list, *std::move(index)});
  }
  // What an import left that was cut off, and lists that another took the place of.
  if (const auto names = files.List(folder); names.ok()) {
    for (const std::string& name : *names) {
      const bool known = std::any_of(stored.lists().begin(), stored.lists().end(),
                                     [&](const auto& list) { return list.directory() == name; });
      if (!known && name.starts_with("list-")) RemoveList(folder + "/" + name);
    }
  }
  ratings->lists_ = std::move(lists);
  return ratings;
}

Ratings::~Ratings() {
  std::unique_lock lock(mutex_);
  if (running_ != nullptr) running_->Cancel();
  changed_.wait(lock, [this] { return running_ == nullptr; });
}

std::shared_ptr<const Ratings::OpenLists> Ratings::lists() const {
  const std::lock_guard lock(mutex_);
  return lists_;
}

v1::ListRatingsReply Ratings::Lists() const {
  v1::ListRatingsReply reply;
  for (const OpenList& list : *lists()) *reply.add_lists() = list.stored.view();
  return reply;
}

// The person of a row, with the ratings of every list that knows the same id of the same family.
absl::StatusOr<v1::RatedPerson> Ratings::PersonOf(const OpenLists& lists, const OpenList& list,
                                                  uint32_t row) const {
  KUBOK_ASSIGN_OR_RETURN(const ratings::RatingRow found, list.index->Row(row));
  v1::RatedPerson person = ToPerson(list.stored, found);
  if (found.id.empty()) {
    AddValues(list.stored, found, &person);
    return person;
  }
  for (const OpenList& other : lists) {
    if (ratings::FamilyOf(other.stored.view().list().system()) != person.family()) continue;
    if (&other == &list) {
      AddValues(list.stored, found, &person);
      continue;
    }
    KUBOK_ASSIGN_OR_RETURN(const auto there, other.index->FindId(found.id));
    if (!there) continue;
    KUBOK_ASSIGN_OR_RETURN(const ratings::RatingRow same, other.index->Row(*there));
    AddValues(other.stored, same, &person);
    if (person.fide_id().empty()) person.set_fide_id(same.fide_id);
  }
  return person;
}

absl::StatusOr<v1::FindRatingsReply> Ratings::Find(const v1::FindRatingsRequest& request) const {
  const ratings::Query query = ratings::ParseQuery(request.text());
  if (query.words.empty() && query.id.empty()) {
    return InvalidArgument("nothing to search for: type a surname, a name with initials or a year, or an id");
  }
  if (query.words.size() > 8 || request.text().size() > 256) {
    return InvalidArgument("that is too long for a name: at most eight words");
  }
  const size_t limit = std::min(request.limit() == 0 ? kUsualLimit : request.limit(), kMostPersons);
  const auto open = lists();
  struct Found {
    ListIndex::Hit hit;
    size_t list;
  };
  std::vector<Found> found;
  v1::FindRatingsReply reply;
  for (size_t i = 0; i < open->size(); ++i) {
    if (!Wanted((*open)[i].stored, request.system())) continue;
    bool more = false;
    KUBOK_ASSIGN_OR_RETURN(const auto hits, (*open)[i].index->Find(query, limit, &more));
    for (const ListIndex::Hit& hit : hits) found.push_back({hit, i});
    if (more) reply.set_more(true);
  }
  std::vector<v1::RatedPerson> persons;
  std::map<std::pair<std::string, std::string>, size_t> known;
  std::vector<std::tuple<uint32_t, bool, bool, uint32_t, size_t>> order;
  for (const Found& one : found) {
    KUBOK_ASSIGN_OR_RETURN(v1::RatedPerson person, PersonOf(*open, (*open)[one.list], one.hit.row));
    person.set_distance(one.hit.distance);
    if (!person.id().empty() &&
        !known.emplace(std::pair(person.family(), person.id()), persons.size()).second)
      continue;
    const std::string literal = ratings::LiteralKey(person.name());
    order.emplace_back(one.hit.distance, !literal.starts_with(query.literal), one.hit.inactive,
                       4000 - std::min(one.hit.best_rating, 4000u), persons.size());
    persons.push_back(std::move(person));
  }
  std::sort(order.begin(), order.end());
  if (order.size() > limit) {
    order.resize(limit);
    reply.set_more(true);
  }
  for (const auto& row : order) *reply.add_persons() = std::move(persons[std::get<4>(row)]);
  return reply;
}

absl::Status Ratings::Switch(OpenList list) {
  const std::string folder = Folder();
  store::FileSystem& files = options_.node->env().files();
  std::vector<std::string> old;
  {
    const std::lock_guard lock(mutex_);
    auto next = std::make_shared<OpenLists>();
    v1::StoredRatingLists stored;
    stored.set_layout(kListLayout);
    for (const OpenList& one : *lists_) {
      if (one.stored.view().list().system() == list.stored.view().list().system()) {
        old.push_back(one.stored.directory());
      } else {
        next->push_back(one);
      }
    }
    next->push_back(std::move(list));
    std::sort(next->begin(), next->end(), [](const OpenList& a, const OpenList& b) {
      return a.stored.view().list().system() < b.stored.view().list().system();
    });
    for (const OpenList& one : *next) *stored.add_lists() = one.stored;
    // The new list answers from here on: after a crash too, or, before it, the old one.
    KUBOK_RETURN_IF_ERROR(files.AtomicWriteFile(ListFile(folder), stored.SerializeAsString()));
    lists_ = std::move(next);
  }
  // Searches that still read an old list have its files open: they end undisturbed.
  for (const std::string& name : old) RemoveList(folder + "/" + name);
  return absl::OkStatus();
}

void Ratings::EndImport() {
  const std::lock_guard lock(mutex_);
  running_ = nullptr;
  changed_.notify_all();
}

}  // namespace kubok::services

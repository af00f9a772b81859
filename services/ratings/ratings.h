// ratings.h: the rating lists of a node: imports, and search. The lists lie under DIR/ratings, outside the
// log; without network and without any list everything else works. Thread-safe.
#ifndef KUBOK_SERVICES_RATINGS_RATINGS_H_
#define KUBOK_SERVICES_RATINGS_RATINGS_H_

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "kubok/v1/ratings.pb.h"
#include "services/node/node.h"

namespace kubok::services {

class ListIndex;
class RatingImport;

class Ratings {
 public:
  struct Options {
    Node* node = nullptr;  // outlives this object
    std::string data_dir;
    uint64_t disk_reserve_bytes = 0;  // free space that an import leaves
  };

  // Opens the lists that are there and removes what a cut import left. A list that cannot be read is left
  // out; `complain` says so: the file makes it again.
  static std::unique_ptr<Ratings> Open(Options options,
                                       const std::function<void(const std::string&)>& complain);
  // Waits for an import that runs, after calling it off.
  ~Ratings();

  // Persons by name, id, year. INVALID_ARGUMENT: nothing to search for.
  absl::StatusOr<v1::FindRatingsReply> Find(const v1::FindRatingsRequest& request) const;
  v1::ListRatingsReply Lists() const;

  // Begins an import; one at a time: FAILED_PRECONDITION otherwise.
  absl::StatusOr<std::unique_ptr<RatingImport>> Begin(const Caller& caller, const v1::BeginRatings& begin);

 private:
  friend class RatingImport;
  struct OpenList {
    v1::StoredRatingList stored;
    std::shared_ptr<const ListIndex> index;
  };
  using OpenLists = std::vector<OpenList>;

  explicit Ratings(Options options) : options_(std::move(options)) {}
  std::string Folder() const { return options_.data_dir + "/ratings"; }
  std::shared_ptr<const OpenLists> lists() const;
  absl::StatusOr<v1::RatedPerson> PersonOf(const OpenLists& lists, const OpenList& list, uint32_t row) const;
  absl::Status Switch(OpenList list);
  void EndImport();

  const Options options_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::shared_ptr<const OpenLists> lists_ = std::make_shared<OpenLists>();
  RatingImport* running_ = nullptr;
};

// One list on its way into the index. Used by one thread; Cancel by any. Destroyed before Finish is OK, it
// leaves nothing.
class RatingImport {
 public:
  ~RatingImport();

  // A piece of the file. The statuses of ListParser; RESOURCE_EXHAUSTED: the disk is nearly full.
  absl::Status Feed(std::string_view bytes);
  // Orders the index, records the event, and lets the new list answer: in this order, so that a failure
  // leaves the old list. What Node::Execute says if the event cannot be written.
  absl::StatusOr<v1::RatingListView> Finish();
  void Cancel();

  uint64_t bytes() const;
  uint64_t rows() const;

 private:
  friend class Ratings;
  struct Impl;
  explicit RatingImport(std::unique_ptr<Impl> impl);
  absl::Status CheckDisk();
  absl::StatusOr<v1::RatingListImported> Describe();
  absl::Status Record(const v1::RatingListImported& list);
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RATINGS_RATINGS_H_

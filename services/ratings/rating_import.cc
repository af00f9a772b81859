#include <openssl/evp.h>

#include <future>
#include <memory>
#include <utility>

#include "core/base/status.h"
#include "core/ratings/list_parser.h"
#include "services/ratings/list_index.h"
#include "services/ratings/ratings.h"

namespace kubok::services {
namespace {

constexpr uint64_t kRowsPerDiskCheck = 20000;
constexpr uint64_t kBuildSpace = 64ull * 1024 * 1024;

// SHA-256 of a stream.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    KUBOK_CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }
  void Feed(std::string_view bytes) {
    KUBOK_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }
  std::string Finish() {
    std::string out(32, '\0');
    KUBOK_CHECK(EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(out.data()), nullptr) ==
                1);
    return out;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

// The name without folders: what is recorded must not tell how somebody's disk is laid out.
std::string BaseName(const std::string& path) {
  const size_t slash = path.find_last_of("/\\");
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  return name.empty() ? "list" : name;
}

}  // namespace

struct RatingImport::Impl {
  Ratings* owner = nullptr;
  Caller caller;
  v1::BeginRatings begin;
  std::string directory;  // its name in the folder
  std::unique_ptr<ListBuilder> builder;
  std::unique_ptr<ratings::ListParser> parser;
  Digest digest;
  uint64_t bytes = 0, next_disk_check = 0;
  std::atomic<bool> cancelled = false;
  bool counted = false;  // it is the import that runs
};

RatingImport::RatingImport(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

RatingImport::~RatingImport() {
  impl_->builder.reset();
  if (impl_->counted) impl_->owner->EndImport();
}

absl::StatusOr<std::unique_ptr<RatingImport>> Ratings::Begin(const Caller& caller,
                                                             const v1::BeginRatings& begin) {
  if (!begin.system().empty()) KUBOK_RETURN_IF_ERROR(ratings::CheckSystem(begin.system()));
  auto impl = std::make_unique<RatingImport::Impl>();
  impl->owner = this;
  impl->caller = caller;
  impl->begin = begin;
  impl->directory = "list-" + store::RandomId<CommandId>(options_.node->env()).hex().substr(0, 12);
  std::unique_ptr<RatingImport> import(new RatingImport(std::move(impl)));
  {
    const std::lock_guard lock(mutex_);
    if (running_ != nullptr) {
      return FailedPrecondition("another rating list is being imported: wait until it is done");
    }
    running_ = import.get();
    import->impl_->counted = true;
  }
  KUBOK_RETURN_IF_ERROR(options_.node->env().files().MakeDirs(Folder()));
  KUBOK_RETURN_IF_ERROR(import->CheckDisk());
  KUBOK_ASSIGN_OR_RETURN(
      import->impl_->builder,
      ListBuilder::Create(Folder() + "/" + import->impl_->directory, &import->impl_->cancelled));
  ratings::ListOptions options;
  options.file_name = BaseName(begin.file_name());
  options.system = begin.system();
  options.month = begin.month();
  for (const v1::RatingColumn& column : begin.columns())
    options.columns.push_back({column.field(), column.column()});
  options.leave_out_bad_lines = begin.leave_out_bad_lines();
  RatingImport* self = import.get();
  import->impl_->parser =
      std::make_unique<ratings::ListParser>(std::move(options), [self](const ratings::RatingRow& row) -> absl::Status {
        if (self->rows() >= self->impl_->next_disk_check) KUBOK_RETURN_IF_ERROR(self->CheckDisk());
  return self->impl_->builder->Add(row);
});
return import;
}  // namespace kubok::services

// RocksDB of Debian aborts on a full disk: so there must be room for what is written, ordered once more, and
// the reserve.
absl::Status RatingImport::CheckDisk() {
  Impl& it = *impl_;
  it.next_disk_check += kRowsPerDiskCheck;
  const uint64_t written = it.builder == nullptr ? 0 : it.builder->bytes_written();
  const uint64_t need = it.owner->options_.disk_reserve_bytes + written + kBuildSpace;
  KUBOK_ASSIGN_OR_RETURN(const uint64_t left,
                         it.owner->options_.node->env().files().FreeBytes(it.owner->Folder()));
  if (left >= need) return absl::OkStatus();
  return ResourceExhausted("the disk has %u MB left, and the list needs %u MB: the list that was there stays",
                           left >> 20, need >> 20);
}

absl::Status RatingImport::Feed(std::string_view bytes) {
  Impl& it = *impl_;
  if (it.cancelled) return absl::CancelledError("the import was called off");
  it.bytes += bytes.size();
  it.digest.Feed(bytes);
  return it.parser->Feed(bytes);
}

absl::StatusOr<v1::RatingListImported> RatingImport::Describe() {
  Impl& it = *impl_;
  KUBOK_RETURN_IF_ERROR(it.parser->Finish());
  if (it.begin.size() != 0 && it.begin.size() != it.bytes) {
    return InvalidArgument("%u of %u bytes came: the file was cut on its way, give it again", it.bytes,
                           it.begin.size());
  }
  v1::RatingListImported list;
  list.set_source(BaseName(it.begin.file_name()).substr(0, 200));
  list.set_system(it.parser->head().system);
  list.set_month(it.parser->head().month);
  list.set_digest(it.digest.Finish());
  list.set_rows(it.parser->rows());
  list.set_left_out(it.parser->left_out());
  return list;
}

absl::Status RatingImport::Record(const v1::RatingListImported& list) {
  Node& node = *impl_->owner->options_.node;
  tournament::RecordRatingList command;
  command.list = list;
  std::promise<absl::StatusOr<v1::ExecuteReply>> answer;
  node.ExecuteCore(impl_->caller, store::RandomId<CommandId>(node.env()), "ratings", std::move(command),
                   std::nullopt,
                   [&answer](absl::StatusOr<v1::ExecuteReply> reply) { answer.set_value(std::move(reply)); });
  const absl::StatusOr<v1::ExecuteReply> reply = answer.get_future().get();
  KUBOK_RETURN_IF_ERROR(reply.status());
  if (reply->has_refused()) return FailedPrecondition("%s", reply->refused().text().en());
  if (!reply->has_accepted())
    return FailedPrecondition("the node's log takes no events now: look at kubok node status");
  return absl::OkStatus();
}

absl::StatusOr<v1::RatingListView> RatingImport::Finish() {
  Impl& it = *impl_;
  KUBOK_ASSIGN_OR_RETURN(const v1::RatingListImported list, Describe());
  KUBOK_RETURN_IF_ERROR(CheckDisk());
  KUBOK_RETURN_IF_ERROR(it.builder->Finish());
  const std::string path = it.owner->Folder() + "/" + it.directory;
  Ratings::OpenList open;
  auto index = ListIndex::Open(path);
  if (!index.ok()) {
    RemoveList(path);
    return index.status();
  }
  open.index = *std::move(index);
  v1::RatingListView* view = open.stored.mutable_view();
  *view->mutable_list() = list;
  view->set_imported_unix_ms(it.owner->options_.node->env().Now().unix_ms);
  view->set_format(ratings::FormatName(it.parser->head().format));
  for (const std::string& remark : it.parser->head().remarks) view->add_remarks(remark);
  open.stored.set_directory(it.directory);
  for (const std::string& system : it.parser->head().systems) open.stored.add_systems(system);
  const v1::RatingListView done = *view;
  absl::Status status = it.cancelled ? absl::CancelledError("the import was called off") : Record(list);
  if (status.ok()) status = it.owner->Switch(std::move(open));
  if (!status.ok()) {
    open.index.reset();
    RemoveList(path);
    return status;
  }
  return done;
}

void RatingImport::Cancel() {
  impl_->cancelled = true;
}

uint64_t RatingImport::bytes() const {
  return impl_->bytes;
}
uint64_t RatingImport::rows() const {
  return impl_->parser == nullptr ? 0 : impl_->parser->rows();
}

}  // namespace kubok::services

// batch_codec.h: consecutive events as one zstd frame of length-prefixed records (u32 big-endian length,
// bytes).
#ifndef KUBOK_SERVICES_SYNC_BATCH_CODEC_H_
#define KUBOK_SERVICES_SYNC_BATCH_CODEC_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "kubok/v1/sync.pb.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace kubok::services {

// Keeps the compressor's memory between batches. One thread at a time.
class BatchCodec {
 public:
  BatchCodec();
  ~BatchCodec();

  // Sets count, raw_bytes and events_zstd of `batch`.
  void Pack(const std::vector<std::string>& events, v1::Batch* batch);

  // The events of a batch that came from a peer. INVALID_ARGUMENT with the reason if it breaks a limit of
  // core/base/limits.h (checked on the stated sizes before anything is inflated), is no zstd frame of exactly
  // raw_bytes, or does not hold exactly `count` records. Never allocates more than the limits allow.
  absl::StatusOr<std::vector<std::string>> Unpack(const v1::Batch& batch);

 private:
  struct FreeCompressor {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  struct FreeDecompressor {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, FreeCompressor> compressor_;
  std::unique_ptr<ZSTD_DCtx_s, FreeDecompressor> decompressor_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_SYNC_BATCH_CODEC_H_

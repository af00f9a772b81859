#include "services/sync/batch_codec.h"

#include <zstd.h>

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/status.h"

namespace kubok::services {
namespace {

// The fastest level: events are mostly hashes and ids, which no level shrinks.
constexpr int kLevel = 1;
constexpr size_t kPrefixBytes = 4;
// A sender stops adding events at kSyncFrameBytes, so that the last one may reach beyond it.
constexpr size_t kMaxRawBytes =
    limits::kSyncFrameBytes + limits::kEnvelopeBytes + limits::kSyncFrameEvents * kPrefixBytes;

}  // namespace

void BatchCodec::FreeCompressor::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}
void BatchCodec::FreeDecompressor::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

BatchCodec::BatchCodec() : compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {
  KUBOK_CHECK(compressor_ != nullptr && decompressor_ != nullptr);
}
BatchCodec::~BatchCodec() = default;

void BatchCodec::Pack(const std::vector<std::string>& events, v1::Batch* batch) {
  ByteWriter writer;
  for (const std::string& event : events) writer.Bytes(event);
  const std::string raw = writer.Take();
  std::string* packed = batch->mutable_events_zstd();
  packed->resize(ZSTD_compressBound(raw.size()));
  const size_t size =
      ZSTD_compressCCtx(compressor_.get(), packed->data(), packed->size(), raw.data(), raw.size(), kLevel);
  KUBOK_CHECK(!ZSTD_isError(size));  // the bound is enough: only a fault of ours can fail
  packed->resize(size);
  batch->set_count(static_cast<uint32_t>(events.size()));
  batch->set_raw_bytes(static_cast<uint32_t>(raw.size()));
}

absl::StatusOr<std::vector<std::string>> BatchCodec::Unpack(const v1::Batch& batch) {
  const std::string& packed = batch.events_zstd();
  if (batch.count() == 0 || batch.count() > limits::kSyncFrameEvents) {
    return InvalidArgument("a batch of %d events, allowed are 1 to %d", batch.count(),
                           limits::kSyncFrameEvents);
  }
  if (batch.raw_bytes() > kMaxRawBytes || packed.size() > limits::kSyncMessageBytes) {
    return InvalidArgument("a batch of %d bytes (%d packed), allowed are %d", batch.raw_bytes(),
                           packed.size(), kMaxRawBytes);
  }
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != batch.raw_bytes()) {
    return InvalidArgument("not a zstd frame of the stated %d bytes", batch.raw_bytes());
  }
  std::string raw(batch.raw_bytes(), '\0');
  const size_t size =
      ZSTD_decompressDCtx(decompressor_.get(), raw.data(), raw.size(), packed.data(), packed.size());
  if (ZSTD_isError(size)) return InvalidArgument("zstd: %s", ZSTD_getErrorName(size));
  if (size != raw.size()) {
    return InvalidArgument("the zstd frame holds %d bytes, not %d", size, raw.size());
  }

  std::vector<std::string> events;
  events.reserve(batch.count());
  ByteReader reader(raw);
  for (uint32_t i = 0; i < batch.count(); ++i) {
    const std::string_view event = reader.Bytes();
    if (!reader.ok() || event.empty() || event.size() > limits::kEnvelopeBytes) {
      return InvalidArgument("event %d of the batch is cut off, empty or above %d bytes", i,
                             limits::kEnvelopeBytes);
    }
    events.emplace_back(event);
  }
  if (!reader.AtEnd()) return InvalidArgument("bytes after the last event of the batch");
  return events;
}

}  // namespace kubok::services

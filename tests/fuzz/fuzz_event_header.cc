// The store's own reader of envelope headers against protobuf's: what protobuf accepts is read alike; no
// bytes crash it.
#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "eventstore/log/event_header.h"
#include "kubok/v1/event.pb.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kubok;  // NOLINT: one function
  if (size > 64 * 1024) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto header = store::ParseEventHeader(input);
  kubok::v1::Envelope envelope;
  if (!envelope.ParsePartialFromArray(data, static_cast<int>(size))) return 0;
  const auto id_or_empty = [](const std::string& id) { return id.empty() || id.size() == 16; };
  const std::string& previous = envelope.previous_leaf_hash();
  const bool good = envelope.federation().size() == 16 && envelope.origin().size() == 16 &&
                    id_or_empty(envelope.command_id()) && (previous.empty() || previous.size() == 32);
  KUBOK_CHECK(header.ok() == good);
  if (!good) return 0;
  KUBOK_CHECK(header->federation.view() == envelope.federation());
  KUBOK_CHECK(header->origin.view() == envelope.origin());
  KUBOK_CHECK(Raw(header->seq) == envelope.seq());
  KUBOK_CHECK((header->previous_leaf_hash ? ToBytes(*header->previous_leaf_hash) : "") == previous);
  KUBOK_CHECK((header->command ? header->command->str() : "") == envelope.command_id());
  KUBOK_CHECK(header->hlc == envelope.stamp().hlc());
  KUBOK_CHECK(header->part == envelope.part() && header->parts == envelope.parts());
  KUBOK_CHECK(header->epoch.number == envelope.epoch().number() &&
              header->epoch.rank == envelope.epoch().rank());
  const int kind = envelope.stream().kind();
  const bool has_stream =
      envelope.has_stream() && envelope.stream().id().size() == 16 && kind >= 0 && kind <= 0xff;
  KUBOK_CHECK(header->stream.has_value() == has_stream);
  if (has_stream)
    KUBOK_CHECK(header->stream->kind == kind && header->stream->id.view() == envelope.stream().id());
  return 0;
}

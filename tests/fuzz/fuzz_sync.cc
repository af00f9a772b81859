// Bytes -> frames of a peer -> a session: nothing that a peer sends may crash it, change the logs that are
// held, or make it send or hold more than its window. The input is a list of frames, each after a two-byte
// length; the first byte says whether a good Hello comes before them.
#include <cstdint>
#include <string>

#include "core/base/status.h"
#include "tests/services/sync/support/network.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kubok;
  using namespace kubok::services;
  if (size == 0) return 0;
  Federation federation;
  FakeNode node(&federation, 'A'), peer(&federation, 'B');
  node.Append(3);
  peer.Append(3);
  Network network;
  network.Add(&node);
  LineEnd line;
  const auto session = SyncSession::Create(network.SeamsOf(&node, &line), peer.credentials(), {});
  session->Start(network.now_ms);
  line.frames.clear();
  if ((data[0] & 1) != 0) {
    v1::SyncFrame frame;
    frame.mutable_hello()->set_federation_id(federation.id.str());
    frame.mutable_hello()->set_node_id(peer.node().str());
    frame.mutable_hello()->set_protocol(kSyncProtocol);
    *frame.mutable_hello()->mutable_node() = peer.record();
    session->OnFrame(frame);
  }
  ++data;
  --size;
  while (size > 2) {
    const size_t length = std::min<size_t>(static_cast<size_t>(data[0]) * 256 + data[1], size - 2);
    v1::SyncFrame frame;
    const bool parsed = frame.ParseFromArray(data + 2, static_cast<int>(length));
    data += 2 + length;
    size -= 2 + length;
    if (!parsed) continue;  // gRPC ends the call
    session->OnFrame(frame);
    KUBOK_CHECK(line.frames.size() <= 3);  // two, and a Goodbye
    line.frames.clear();
    session->OnWritable();
    while (network.Step()) {
    }
    session->OnTick(network.now_ms += 100);
  }
  KUBOK_CHECK(node.SizeOf(node.origin()) == 3);
  KUBOK_CHECK(node.SizeOf(peer.origin()) <= 3);  // nobody but the peer can sign more
  return 0;
}

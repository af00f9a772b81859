#include "tests/sim/line.h"

#include <algorithm>
#include <utility>

namespace kubok::sim {
namespace {

constexpr size_t kFramesUnderWay = 3;

}  // namespace

Line::Line(EventLoop* loop, Machine* a, Machine* b, const services::SyncOptions& options,
           const uint64_t* delay_ms)
    : loop_(loop), delay_ms_(delay_ms) {
  Machine* const machines[] = {a, b};
  for (int side : {0, 1}) {
    End& end = ends_[static_cast<size_t>(side)];
    end.line = this;
    end.side = side;
    end.machine = machines[side];
    end.life = end.machine->life();
  }
  for (int side : {0, 1}) {
    End& end = ends_[static_cast<size_t>(side)];
    end.session = end.machine->Open(&end, Other(side).machine->credentials(), options);
  }
}

bool Line::Joins(const Machine* a, const Machine* b) const {
  return (ends_[0].machine == a && ends_[1].machine == b) || (ends_[0].machine == b && ends_[1].machine == a);
}

bool Line::End::CanSend() {
  return !closed && under_way < kFramesUnderWay;
}

void Line::End::Send(v1::SyncFrame frame) {
  if (closed) return;
  ++under_way;
  EventLoop& loop = *line->loop_;
  const uint64_t arrival = loop.now() + loop.random.Between(1, 2 * *line->delay_ms_);
  last_arrival_ms = std::max(last_arrival_ms, arrival);
  loop.After(last_arrival_ms - loop.now(),
             [line = line, side = side, frame = std::move(frame)] { line->Deliver(side, frame); });
}

void Line::End::Close() {
  closed = true;
  EventLoop& loop = *line->loop_;
  const uint64_t after = std::max(last_arrival_ms, loop.now()) - loop.now() + 1;
  if (!mute) line->TellBroken(1 - side, after);
}

void Line::Deliver(int from, const v1::SyncFrame& frame) {
  End& sender = ends_[static_cast<size_t>(from)];
  End& receiver = Other(from);
  if (sender.mute) return;  // and stays "under way": the sender cannot send for ever
  --sender.under_way;
  if (Alive(receiver)) {
    receiver.machine->Wake();
    receiver.session->OnFrame(frame);
  }
  if (Alive(sender) && !sender.closed) {
    sender.machine->Wake();
    sender.session->OnWritable();
  }
}

void Line::TellBroken(int side, uint64_t delay_ms) {
  loop_->After(delay_ms, [this, side] {
    End& end = ends_[static_cast<size_t>(side)];
    end.closed = true;
    if (!Alive(end)) return;
    end.machine->Wake();
    end.session->OnDisconnected("the connection broke");
  });
}

void Line::Cut() {
  for (int side : {0, 1}) {
    Mute(side);
    TellBroken(side, loop_->random.Between(1, 2000));
  }
}

void Line::LostPower(const Machine* machine, bool tell) {
  for (int side : {0, 1}) {
    if (ends_[static_cast<size_t>(side)].machine != machine) continue;
    Mute(side);
    if (tell) TellBroken(1 - side, loop_->random.Between(1, 500));
  }
}

}  // namespace kubok::sim

// line.h: one simulated connection between two machines. Frames of one direction arrive in order, late, or
// (once the line is mute) never; that it is gone is noticed by each end at its own time, or only by the
// silence.
#ifndef KUBOK_TESTS_SIM_LINE_H_
#define KUBOK_TESTS_SIM_LINE_H_

#include <array>
#include <memory>

#include "services/sync/session.h"
#include "tests/sim/event_loop.h"
#include "tests/sim/machine.h"

namespace kubok::sim {

class Line {
 public:
  // Both machines are up. Delays of frames are drawn around `delay_ms`.
  Line(EventLoop* loop, Machine* a, Machine* b, const services::SyncOptions& options,
       const uint64_t* delay_ms);

  bool Joins(const Machine* a, const Machine* b) const;
  // Nothing that side `from` sends arrives any more.
  void Mute(int from) { ends_[static_cast<size_t>(from)].mute = true; }
  // Both ends are told, each after its own delay.
  void Cut();
  // A machine at one end lost its power: the other end is told, or finds out by the silence.
  void LostPower(const Machine* machine, bool tell);

 private:
  struct End : services::SyncTransport {
    bool CanSend() override;
    void Send(v1::SyncFrame frame) override;
    void Close() override;

    Line* line = nullptr;
    int side = 0;
    Machine* machine = nullptr;
    uint64_t life = 0;
    std::shared_ptr<services::SyncSession> session;
    size_t under_way = 0;
    uint64_t last_arrival_ms = 0;
    bool mute = false;
    bool closed = false;
  };
  bool Alive(const End& end) const { return end.life == end.machine->life() && end.machine->up(); }
  void Deliver(int from, const v1::SyncFrame& frame);
  void TellBroken(int side, uint64_t delay_ms);
  End& Other(int side) { return ends_[static_cast<size_t>(1 - side)]; }

  EventLoop* const loop_;
  const uint64_t* const delay_ms_;
  std::array<End, 2> ends_;
};

}  // namespace kubok::sim

#endif  // KUBOK_TESTS_SIM_LINE_H_

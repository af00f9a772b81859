// network.h: lines between sessions in one thread, and a peer played by hand.
#ifndef KUBOK_TESTS_SERVICES_SYNC_SUPPORT_NETWORK_H_
#define KUBOK_TESTS_SERVICES_SYNC_SUPPORT_NETWORK_H_

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "services/sync/session.h"
#include "tests/services/sync/support/fake_node.h"

namespace kubok::services {

// One end of a line: what its session has sent and the other has not yet got.
class LineEnd : public SyncTransport {
 public:
  bool CanSend() override { return !closed && frames.size() < 2; }
  void Send(v1::SyncFrame frame) override {
    if (on_send) on_send(frame);
    frames.push_back(std::move(frame));
  }
  void Close() override { closed = true; }

  std::deque<v1::SyncFrame> frames;
  bool closed = false;
  std::function<void(v1::SyncFrame&)> on_send;  // may falsify
};

struct Line {
  LineEnd end[2];
  std::shared_ptr<SyncSession> session[2];
  bool broken = false;
};

// Everything that happens between some nodes, one step at a time, with a clock of its own.
class Network {
 public:
  SyncOptions options;
  uint64_t now_ms = 1000;

  void Add(FakeNode* node) {
    nodes_.push_back({node, std::make_unique<FetchPlan>()});
    node->on_change = [this, node] { posted_.push_back([this, node] { LocalChange(node); }); };
  }

  SyncSession::Seams SeamsOf(FakeNode* node, SyncTransport* transport) {
    return {.backend = node,
            .transport = transport,
            .post = [this](std::function<void()> work) { posted_.push_back(std::move(work)); },
            .plan = PlanOf(node)};
  }

  Line* Connect(FakeNode* a, FakeNode* b) {
    lines_.push_back(std::make_unique<Line>());
    Line* line = lines_.back().get();
    line->session[0] = SyncSession::Create(SeamsOf(a, &line->end[0]), b->credentials(), options);
    line->session[1] = SyncSession::Create(SeamsOf(b, &line->end[1]), a->credentials(), options);
    return line;
  }
  void Start(Line* line) {
    for (const auto& session : line->session) session->Start(now_ms);
  }
  void Break(Line* line) {
    line->broken = true;
    for (size_t side : {0, 1}) line->session[side]->OnDisconnected("cable pulled");
  }

  // One frame of one line, or one posted work. False: nothing to do.
  bool Step() {
    if (!posted_.empty()) {
      const auto work = std::move(posted_.front());
      posted_.pop_front();
      work();
      return true;
    }
    for (size_t i = 0; i < lines_.size() * 2; ++i) {
      const size_t at = turn_++ % (lines_.size() * 2);
      if (Deliver(lines_[at / 2].get(), at % 2)) return true;
    }
    return false;
  }
  // Until nothing moves; at most `steps`. Returns how many it took.
  int Run(int steps = 1 << 20) {
    int done = 0;
    while (done < steps && Step()) ++done;
    return done;
  }
  // Lets time pass, with ticks.
  void Wait(uint64_t ms, uint64_t tick = 100) {
    for (uint64_t waited = 0; waited < ms; waited += tick) {
      now_ms += tick;
      for (const auto& [node, plan] : nodes_) node->now_ms += static_cast<int64_t>(tick);
      for (size_t i = 0; i < lines_.size(); ++i) {
        for (const auto& session : lines_[i]->session) {
          if (session != nullptr) session->OnTick(now_ms);
        }
      }
      Run();
    }
  }

 private:
  FetchPlan* PlanOf(FakeNode* node) {
    for (const auto& [each, plan] : nodes_) {
      if (each == node) return plan.get();
    }
    return nullptr;
  }
  void LocalChange(FakeNode* node) {
    for (const auto& line : lines_) {
      for (const auto& session : line->session) {
        if (session != nullptr && !session->closed() && Owner(session.get()) == node)
          session->OnLocalChange();
      }
    }
  }
  FakeNode* Owner(const SyncSession* session) {
    for (const auto& [node, plan] : nodes_) {
      for (const auto& line : lines_) {
        for (size_t side : {0, 1}) {
          if (line->session[side].get() == session && line->session[1 - side] != nullptr &&
              line->session[1 - side]->peer().node == node->node()) {
            return node;
          }
        }
      }
    }
    return nullptr;
  }
  bool Deliver(Line* line, size_t from) {
    LineEnd& sender = line->end[from];
    const auto& receiver = line->session[1 - from];
    if (line->broken || receiver == nullptr) return false;
    if (!sender.frames.empty()) {
      const v1::SyncFrame frame = std::move(sender.frames.front());
      sender.frames.pop_front();
      receiver->OnFrame(frame);
      line->session[from]->OnWritable();
      return true;
    }
    if (sender.closed && !receiver->closed()) {
      receiver->OnDisconnected("closed by the peer");
      return true;
    }
    return false;
  }

  std::vector<std::pair<FakeNode*, std::unique_ptr<FetchPlan>>> nodes_;
  std::vector<std::unique_ptr<Line>> lines_;
  std::deque<std::function<void()>> posted_;
  size_t turn_ = 0;
};

}  // namespace kubok::services

#endif  // KUBOK_TESTS_SERVICES_SYNC_SUPPORT_NETWORK_H_

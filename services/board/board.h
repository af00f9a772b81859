// board.h: the queries, from one durable snapshot each. Transport-neutral: gRPC and later HTTP adapt these
// functions.
#ifndef KUBOK_SERVICES_BOARD_BOARD_H_
#define KUBOK_SERVICES_BOARD_BOARD_H_

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "kubok/v1/board.pb.h"
#include "services/node/node.h"

namespace kubok::services {

// What a node knows of its lines to the others. Not part of any projection.
class Lines {
 public:
  struct Line {
    bool live = false;
    int64_t last_heard_unix_ms = 0;  // 0 = never since this process started
  };
  virtual ~Lines() = default;
  // nullopt if that node is no peer of this one. Thread-safe.
  virtual std::optional<Line> LineTo(const NodeId& node) const = 0;
};

// Thread-safe. INVALID_ARGUMENT: malformed id; NOT_FOUND: this node holds no such cup or section (yet).
class Board {
 public:
  // Both must outlive the board; `lines` may be null (no network: nothing is called behind).
  Board(const Node* node, const Lines* lines) : node_(node), lines_(lines) {}

  absl::StatusOr<v1::Overview> GetOverview() const;
  absl::StatusOr<v1::SectionView> GetSection(const v1::GetSectionRequest& request) const;
  // FAILED_PRECONDITION if no round is closed yet or `after_round` is beyond what was played.
  absl::StatusOr<v1::StandingsView> GetStandings(const v1::GetStandingsRequest& request) const;
  // The engine is asked on the caller's thread: up to some tenths of a second with thousands of players.
  // FAILED_PRECONDITION names the rule that says no.
  absl::StatusOr<v1::PairingExplanation> PreviewPairing(const v1::PreviewPairingRequest& request) const;
  absl::StatusOr<v1::PairingExplanation> ExplainPairing(const v1::ExplainPairingRequest& request) const;
  absl::StatusOr<v1::CheckPairingChangeReply> CheckPairingChange(
      const v1::CheckPairingChangeRequest& request) const;
  absl::StatusOr<v1::StandingsWorking> GetWorking(const v1::GetWorkingRequest& request) const;
  absl::StatusOr<v1::CrosstableView> GetCrosstable(const v1::GetCrosstableRequest& request) const;
  // Reads the section's events. DATA_LOSS if one cannot be read.
  absl::StatusOr<v1::ExportedSection> ExportSection(const v1::ExportSectionRequest& request) const;
  absl::StatusOr<v1::TeamsView> GetTeams(const v1::GetTeamsRequest& request) const;
  absl::StatusOr<v1::CupTableView> GetCupTable(const v1::GetCupTableRequest& request) const;
  absl::StatusOr<v1::DigestView> GetDigest() const;

 private:
  v1::StageView StageOf(const Snapshot& snapshot, const tournament::Stage& stage) const;
  int64_t LastEventOf(const Snapshot& snapshot, const OriginId& origin) const;

  const Node* const node_;
  const Lines* const lines_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_BOARD_BOARD_H_

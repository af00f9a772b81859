#include "core/tournament/arbiter_log.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/tournament/event_text.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

constexpr std::string_view kPlaces = "### Places", kRevokedPlaces = "### Places, revoked later,";

std::string Halves(uint32_t halves) {
  return halves == 2 ? "1" : halves == 1 ? "1/2" : "0";
}

std::string ScoreOf(const v1::GameResult& result) {
  if (result.kind() == v1::RESULT_KIND_FORFEIT) {
    return absl::StrFormat("%dF-%dF", result.white_halves() == 2 ? 1 : 0, result.black_halves() == 2 ? 1 : 0);
  }
  return Halves(result.white_halves()) + "-" + Halves(result.black_halves());
}

std::string_view MethodOf(v1::PlacesMethod method) {
  switch (method) {
    case v1::PLACES_METHOD_PLAY_OFF:
      return "play-off";
    case v1::PLACES_METHOD_ARMAGEDDON:
      return "Armageddon";
    case v1::PLACES_METHOD_LOTS:
      return "lots";
    default:
      return "decision";
  }
}

class Logger {
 public:
  explicit Logger(const SectionState& section) : section_(section) {}

  void Add(const v1::Payload& payload) {
    switch (payload.kind_case()) {
      case P::kRoundPaired:
        return Paired(payload.round_paired());
      case P::kManualPairingEnded:
        return ByHand(payload.manual_pairing_ended());
      case P::kResultRecorded:
        results_[{payload.result_recorded().round(), payload.result_recorded().board()}] =
            payload.result_recorded().result();
        return;
      case P::kResultCorrected:
        return Corrected(payload.result_corrected());
      case P::kPlacesDecided:
        return Places(payload.places_decided());
      case P::kPlacesDecisionRevoked: {
        const auto at = line_of_.find(payload.places_decision_revoked().decision_id());
        // A reader applies what "Places" lines say: the revoked one must not be among them.
        if (at != line_of_.end()) {
          std::string& line = lines_[at->second];
          line.replace(0, kPlaces.size(), kRevokedPlaces);
        }
        return;
      }
      case P::kPlayerExpelled:
        return Line("Expelled", payload.player_expelled().after_round(),
                    Number(payload.player_expelled().entry_id()));
      case P::kExpulsionLifted:
        return Line("Expulsion lifted", static_cast<uint32_t>(section_.rounds.size()),
                    Number(payload.expulsion_lifted().entry_id()));
      default:
        return;
    }
  }

  std::vector<std::string> Take() { return std::move(lines_); }

 private:
  std::string Number(const std::string& entry_id) const {
    const std::optional<uint32_t> entry = section_.entries->Find(entry_id);
    return entry ? std::to_string(section_.entries->list[*entry].tpn) : "?";
  }
  void Line(std::string_view kind, uint32_t round, const std::string& text) {
    lines_.push_back(absl::StrFormat("### %s @ Round %u: %s", kind, round, text));
  }
  std::string Seats(uint32_t round, uint32_t board) const {
    if (round == 0 || round > section_.rounds.size()) return "?";
    const std::vector<Board>& boards = section_.rounds[round - 1]->boards;
    if (board == 0 || board > boards.size()) return "?";
    const auto tpn = [&](uint32_t entry) { return std::to_string(section_.entries->list[entry].tpn); };
    return tpn(boards[board - 1].white) + "-" + tpn(boards[board - 1].black);
  }

  void Paired(const v1::RoundPaired& paired) {
    for (const v1::Bye& bye : paired.byes()) {
      if (bye.kind() == v1::BYE_KIND_FULL_POINT) Line("FPB", paired.round(), Number(bye.entry_id()) + "=FPB");
    }
  }

  // "1-3 4-2 44=PAB": what differs, white first.
  template <typename Boards, typename Byes>
  std::string Table(const Boards& boards, const Byes& byes) const {
    std::string text;
    for (const v1::PairedBoard& board : boards)
      text += (text.empty() ? "" : " ") + Number(board.white()) + "-" + Number(board.black());
    for (const v1::Bye& bye : byes) {
      const char* kind = bye.kind() == v1::BYE_KIND_PAIRING_ALLOCATED ? "=PAB"
                         : bye.kind() == v1::BYE_KIND_FULL_POINT      ? "=FPB"
                         : bye.kind() == v1::BYE_KIND_HALF_POINT      ? "=HPB"
                                                                      : "=ZPB";
      text += (text.empty() ? "" : " ") + Number(bye.entry_id()) + kind;
    }
    return text;
  }

  void ByHand(const v1::ManualPairingEnded& ended) {
    const std::string engine = Table(ended.engine_boards(), ended.engine_byes());
    const std::string seated = Table(ended.seated_boards(), ended.seated_byes());
    if (engine == seated && ended.engine_refusal().empty()) return;
    Line("MPA", ended.round(),
         (ended.engine_refusal().empty() ? engine : "no legal pairing") + " => " + seated);
  }

  void Corrected(const v1::ResultCorrected& corrected) {
    v1::GameResult& result = results_[{corrected.round(), corrected.board()}];
    Line("Correction", corrected.round(),
         Seats(corrected.round(), corrected.board()) + ": " + ScoreOf(result) + " => " +
             ScoreOf(corrected.result()));
    result = corrected.result();
  }

  static std::string Range(const v1::PlacesDecided& decided) {
    return absl::StrFormat("%u-%u", decided.first_place(),
                           decided.first_place() + static_cast<uint32_t>(decided.entry_ids_size()) - 1);
  }

  // The form that core/exchange reads back.
  void Places(const v1::PlacesDecided& decided) {
    std::string text = Range(decided) + " =";
    for (const std::string& id : decided.entry_ids()) text += " " + Number(id);
    text += absl::StrFormat(" (%s%s)", MethodOf(decided.method()),
                            decided.method() == v1::PLACES_METHOD_LOTS
                                ? absl::StrFormat(", seed %u", decided.seed())
                                : std::string());
    line_of_[decided.decision_id()] = lines_.size();
    Line("Places", decided.after_round(), text);
  }

  const SectionState& section_;
  std::map<std::pair<uint32_t, uint32_t>, v1::GameResult> results_;
  std::map<std::string, size_t> line_of_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> ArbiterLog(const SectionState& section, std::span<const v1::Payload> events) {
  Logger logger(section);
  for (const v1::Payload& payload : events) logger.Add(payload);
  return logger.Take();
}

}  // namespace kubok::tournament

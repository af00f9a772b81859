#include "core/tournament/pairing_findings.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/tournament/pairing_input.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using pairing::HandFault;

struct FindingText {
  std::string_view code;
  uint32_t level;
  const char* ru;  // {who}: the players' numbers
  const char* en;
};

constexpr std::array kTexts = {
    FindingText{"rematch", 3, "{who}: уже играли друг с другом", "{who}: they have met"},
    FindingText{"forbidden_pair", 3, "{who}: пара запрещена организатором",
                "{who}: the organiser forbids the pair"},
    FindingText{"second_bye", 3, "{who}: уже получал очко без игры, второго пропуска с очком не бывает",
                "{who}: had a point without a game before; there is no second such bye"},
    FindingText{"third_colour", 3, "{who}: третий раз подряд тот же цвет",
                "{who}: the same colour three times running"},
    FindingText{"colour_difference", 3, "{who}: разность цветов станет больше двух",
                "{who}: the colour difference becomes more than two"},
    FindingText{"both_colours", 2, "{who}: оба получают не тот цвет, который им полагается",
                "{who}: both get the colour opposite to the one that is due"},
    FindingText{"score_distance", 2, "{who}: очки различаются больше чем на победу",
                "{who}: the scores differ by more than a win"},
    FindingText{"board_order", 2, "доски стоят не в порядке правил (очки, затем номера)",
                "the boards are not in the order of the rules (scores, then numbers)"},
    FindingText{"differs_from_engine", 3, "пары не те, что даёт программа; разница будет записана",
                "the pairs are not those of the engine; the difference is recorded"},
    FindingText{"full_point_bye", 2, "{who}: пропуск с целым очком правилами не рекомендуется",
                "{who}: a full-point bye is deprecated by the rules"},
};

const FindingText& TextOf(std::string_view code) {
  const auto found =
      std::find_if(kTexts.begin(), kTexts.end(), [&](const FindingText& text) { return text.code == code; });
  static constexpr FindingText kNewer = {"", 0, "{who}: замечание более новой версии",
                                         "{who}: a finding of a newer version"};
  return found == kTexts.end() ? kNewer : *found;
}

std::string_view CodeOf(HandFault fault) {
  switch (fault) {
    case HandFault::kRematch:
      return "rematch";
    case HandFault::kForbiddenPair:
      return "forbidden_pair";
    case HandFault::kSecondBye:
      return "second_bye";
    case HandFault::kThirdColour:
      return "third_colour";
    case HandFault::kColourDifference:
      return "colour_difference";
    case HandFault::kBothColours:
      return "both_colours";
    case HandFault::kScoreDistance:
      return "score_distance";
  }
  return "";
}

std::string Who(const SectionState& section, const v1::Finding& finding) {
  std::string who;
  for (const std::string& id : finding.entry_ids()) {
    const std::optional<uint32_t> entry = section.entries->Find(id);
    if (!who.empty()) who += "-";
    who += entry ? EntryLabel(section.entries->list[*entry]) : "?";
  }
  return who;
}

std::string Filled(std::string text, const std::string& who) {
  const size_t place = text.find("{who}");
  if (place != std::string::npos) text.replace(place, 5, who);
  return text;
}

void FillText(const SectionState& section, v1::Finding& finding) {
  const FindingText& text = TextOf(finding.code());
  const std::string who = Who(section, finding);
  finding.mutable_text()->set_ru(Filled(text.ru, who));
  finding.mutable_text()->set_en(Filled(text.en, who));
}

}  // namespace

v1::Finding MakeFinding(const SectionState& section, std::string_view code,
                        const std::vector<uint32_t>& entries) {
  v1::Finding finding;
  finding.set_code(std::string(code));
  finding.set_level(TextOf(code).level);
  for (const uint32_t entry : entries) finding.add_entry_ids(section.entries->list[entry].id.str());
  FillText(section, finding);
  return finding;
}

v1::Finding MakeFinding(const SectionState& section, const pairing::HandFinding& finding) {
  std::vector<uint32_t> entries;
  for (const int tpn : finding.players)
    entries.push_back(section.entries->by_tpn[static_cast<size_t>(tpn) - 1]);
  return MakeFinding(section, CodeOf(finding.fault), entries);
}

v1::PairingFinding ToRecord(const v1::Finding& finding) {
  v1::PairingFinding record;
  record.set_code(finding.code());
  record.set_level(finding.level());
  *record.mutable_entry_ids() = finding.entry_ids();
  return record;
}

v1::Finding FromRecord(const SectionState& section, const v1::PairingFinding& record) {
  v1::Finding finding;
  finding.set_code(record.code());
  finding.set_level(record.level());
  *finding.mutable_entry_ids() = record.entry_ids();
  FillText(section, finding);
  return finding;
}

std::vector<v1::Finding> FindingsOf(const SectionState& section, const v1::PairingChanged& change) {
  pairing::Colour colour = InitialColour(section);
  if (colour == pairing::Colour::kNone)
    colour = pairing::Colour::kWhite;  // nobody has a colour yet that it could break
  const pairing::Input input = HandInput(section, change.round(), colour);
  const absl::StatusOr<pairing::Position> position = pairing::Position::From(input);
  std::vector<v1::Finding> findings;
  if (!position.ok()) return findings;
  std::map<uint32_t, int> rank_of;
  for (int rank = 0; rank < position->size(); ++rank) {
    rank_of[section.entries->by_tpn[static_cast<size_t>(position->at(rank).tpn) - 1]] = rank;
  }
  const auto rank = [&](const std::string& id) { return rank_of.at(*section.entries->Find(id)); };
  for (const v1::PairedBoard& board : change.boards()) {
    for (const pairing::HandFinding& finding :
         pairing::CheckHandPair(*position, rank(board.white()), rank(board.black()), input.points.win)) {
      findings.push_back(MakeFinding(section, finding));
    }
  }
  for (const v1::Bye& bye : change.byes()) {
    if (bye.kind() == v1::BYE_KIND_FULL_POINT)
      findings.push_back(MakeFinding(section, "full_point_bye", {*section.entries->Find(bye.entry_id())}));
    if (bye.kind() != v1::BYE_KIND_PAIRING_ALLOCATED) continue;
    for (const pairing::HandFinding& finding : pairing::CheckHandBye(*position, rank(bye.entry_id())))
      findings.push_back(MakeFinding(section, finding));
  }
  return findings;
}

uint32_t HighestLevel(const std::vector<v1::Finding>& findings) {
  uint32_t level = 0;
  for (const v1::Finding& finding : findings) level = std::max(level, finding.level());
  return level;
}

std::string CodesOf(const SectionState& section, const std::vector<v1::Finding>& findings) {
  std::string codes;
  for (const v1::Finding& finding : findings) {
    if (finding.level() < kConfirmLevel) continue;
    if (!codes.empty()) codes += ", ";
    codes += finding.code();
    const std::string who = Who(section, finding);
    if (!who.empty()) codes += " " + who;
  }
  return codes;
}

}  // namespace kubok::tournament

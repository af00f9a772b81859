// What the cells of a report say about each other: the mirror check, points, complete rounds, the kind of
// event.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/exchange/trf_internal.h"

namespace kubok::exchange {
namespace {

using trf_internal::At;

int ColumnOf(int round) {
  return 92 + 10 * (round - 1);
}

bool Unrated(TrfResult result) {
  return result == TrfResult::kWinUnrated || result == TrfResult::kDrawUnrated ||
         result == TrfResult::kLossUnrated;
}

// The usual result of the other side.
TrfResult Complement(TrfResult result) {
  switch (result) {
    case TrfResult::kWin:
      return TrfResult::kLoss;
    case TrfResult::kLoss:
      return TrfResult::kWin;
    case TrfResult::kWinUnrated:
      return TrfResult::kLossUnrated;
    case TrfResult::kLossUnrated:
      return TrfResult::kWinUnrated;
    case TrfResult::kForfeitWin:
      return TrfResult::kForfeitLoss;
    case TrfResult::kForfeitLoss:
      return TrfResult::kForfeitWin;
    default:
      return result;
  }
}

absl::Status CheckPair(const TrfPlayer& player, const TrfPlayer& other, int round,
                       std::vector<TrfNote>& notes) {
  const TrfCell& mine = player.cell(round);
  const TrfCell& theirs = other.cell(round);
  const int line = player.line.number, column = ColumnOf(round);
  if (theirs.opponent != player.tpn) {
    return At(
        line, column,
        absl::StrFormat("round %d: player %d has opponent %d, but %d (line %d) has %s", round, player.tpn,
                        other.tpn, other.tpn, other.line.number,
                        theirs.opponent == 0 ? std::string("none") : absl::StrFormat("%d", theirs.opponent)));
  }
  if (player.tpn > other.tpn) return absl::OkStatus();
  const auto both = [&] {
    return absl::StrFormat("round %d: players %d and %d (line %d)", round, player.tpn, other.tpn,
                           other.line.number);
  };
  if (mine.colour != TrfColour::kNone && mine.colour == theirs.colour) {
    return At(line, column + 5, absl::StrFormat("%s have the same colour", both()));
  }
  if (mine.played() && (mine.colour == TrfColour::kNone || theirs.colour == TrfColour::kNone)) {
    notes.push_back({line, column + 5, absl::StrFormat("%s: a game without colours", both())});
  }
  if (mine.unfinished() || theirs.unfinished()) {
    if (mine.unfinished() != theirs.unfinished()) {
      return At(line, column + 7, absl::StrFormat("%s: a result on one side only", both()));
    }
    return absl::OkStatus();
  }
  if (mine.forfeit() != theirs.forfeit()) {
    return At(line, column + 7,
              absl::StrFormat("%s: a forfeit ('%c') and a played game ('%c') contradict each other", both(),
                              static_cast<char>(mine.forfeit() ? mine.result : theirs.result),
                              static_cast<char>(mine.forfeit() ? theirs.result : mine.result)));
  }
  if (theirs.result != Complement(mine.result) &&
      !(mine.result == TrfResult::kForfeitLoss && theirs.result == TrfResult::kForfeitLoss)) {
    notes.push_back(
        {line, column + 7,
         absl::StrFormat("%s: unequal results '%c' and '%c'%s, kept as a decision of the arbiter", both(),
                         static_cast<char>(mine.result), static_cast<char>(theirs.result),
                         Unrated(mine.result) != Unrated(theirs.result) ? ", rated on one side only" : "")});
  }
  return absl::OkStatus();
}

// Extra points of 299 for this player, all rounds together.
Rational AbnormalOf(const TrfFile& file, int tpn) {
  Rational extra = 0;
  for (const TrfAbnormalPoints& abnormal : file.abnormal_points) {
    const bool named = abnormal.ids.empty() ||
                       std::find(abnormal.ids.begin(), abnormal.ids.end(), tpn) != abnormal.ids.end();
    if (named && abnormal.type == ' ' && abnormal.points) extra += *abnormal.points;
  }
  return extra;
}

void CheckPoints(const TrfFile& file, std::vector<TrfNote>& notes) {
  const int played = LastPairedRound(file);
  const bool special = std::any_of(file.abnormal_points.begin(), file.abnormal_points.end(),
                                   [](const TrfAbnormalPoints& abnormal) { return abnormal.type != ' '; });
  if (special) return;
  for (const TrfPlayer& player : file.players) {
    if (!player.points) continue;
    Rational with_announced = AbnormalOf(file, player.tpn), of_played = with_announced;
    for (int round = 1; round <= file.rounds_in_cells(); ++round) {
      const Rational points = file.scoring.PointsOf(player.cell(round));
      with_announced += points;
      if (round <= played) of_played += points;
    }
    if (*player.points == of_played || *player.points == with_announced) continue;
    notes.push_back(
        {player.line.number, 81,
         absl::StrFormat("player %d: %s points stated, %s by the rounds; does the file lack its points table "
                         "(162, XXS, BB*)?",
                         player.tpn, player.points->ToDecimal(), of_played.ToDecimal())});
  }
}

void CheckReferences(const TrfFile& file, std::vector<TrfNote>& notes) {
  std::set<int> pab_rounds;
  for (int round = 1; round <= file.rounds_in_cells(); ++round) {
    int count = 0;
    for (const TrfPlayer& player : file.players) {
      if (player.cell(round).result == TrfResult::kPairingBye && ++count == 2) {
        notes.push_back(
            {player.line.number, ColumnOf(round),
             absl::StrFormat("round %d: a second pairing-allocated bye (U) in one round", round)});
      }
    }
  }
  for (const TrfFictitiousPoints& points : file.fictitious_points) {
    if (file.Find(points.tpn) == nullptr) {
      notes.push_back({0, 0, absl::StrFormat("XXA names player %d, who is not in the file", points.tpn)});
    }
  }
  if (file.player_count && static_cast<size_t>(*file.player_count) != file.players.size()) {
    notes.push_back(
        {0, 0,
         absl::StrFormat("062 says %d players, the file has %d", *file.player_count, file.players.size())});
  }
}

std::string Lower(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool HasAny(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// How often everybody met everybody: the common number of meetings of all pairs, 0 if they differ or there is
// none.
int CommonMeetings(const TrfFile& file) {
  const size_t players = file.players.size();
  if (players < 3 || static_cast<size_t>(file.rounds_in_cells()) + 1 < players) return 0;
  std::map<std::pair<int, int>, int> meetings;
  for (const TrfPlayer& player : file.players) {
    for (const TrfCell& cell : player.cells) {
      if (cell.opponent > player.tpn) ++meetings[{player.tpn, cell.opponent}];
    }
  }
  if (meetings.size() != players * (players - 1) / 2) return 0;
  const int common = meetings.begin()->second;
  for (const auto& [pair, count] : meetings) {
    if (count != common) return 0;
  }
  return common;
}

// Somebody is paired, or everybody has something written and not all of it is absence: then the round is
// settled, though nobody played. Byes of some players for a coming round are not enough.
bool HoldsPairings(const TrfFile& file, int round) {
  bool all_written = true, paid = false;
  for (const TrfPlayer& player : file.players) {
    const TrfCell& cell = player.cell(round);
    if (cell.opponent != 0) return true;
    all_written = all_written && !cell.blank();
    paid = paid || (!cell.blank() && cell.result != TrfResult::kZeroBye);
  }
  return all_written && paid;
}

}  // namespace

int LastPairedRound(const TrfFile& file) {
  for (int round = file.rounds_in_cells(); round >= 1; --round) {
    if (HoldsPairings(file, round)) return round;
  }
  return 0;
}

int LastCompleteRound(const TrfFile& file) {
  for (int round = 1; round <= file.rounds_in_cells(); ++round) {
    const bool waiting = std::any_of(file.players.begin(), file.players.end(), [&](const TrfPlayer& player) {
      return player.cell(round).unfinished();
    });
    if (waiting || !HoldsPairings(file, round)) return round - 1;
  }
  return file.rounds_in_cells();
}

TrfSystemFinding FindSystem(const TrfFile& file) {
  TrfSystemFinding finding;
  const std::string coded = Lower(file.coded_type);
  finding.team = coded.find("team") != std::string::npos;
  finding.source = "192";
  if (coded.find("doubleroundrobin") != std::string::npos) {
    finding.system = TrfSystem::kDoubleRoundRobin;
    return finding;
  }
  if (HasAny(coded, {"roundrobin", "schiller"})) {
    finding.system = TrfSystem::kRoundRobin;
    return finding;
  }
  if (coded.find("knockout") != std::string::npos) {
    finding.system = TrfSystem::kKnockout;
    return finding;
  }
  if (HasAny(coded, {"scheveningen"})) {
    finding.system = TrfSystem::kOther;
    return finding;
  }
  if (HasAny(coded, {"dutch", "dubov", "burstein", "swiss", "team"})) return finding;

  const std::string words = Lower(file.type);
  finding.team = finding.team || HasAny(words, {"team", "команд"});
  finding.source = "092";
  if (HasAny(words, {"round-robin", "round robin", "roundrobin", "berger", "круговая", "Круговая",
                     "rundenturnier"})) {
    finding.system = HasAny(words, {"double", "двухкруг", "двойн"}) ? TrfSystem::kDoubleRoundRobin
                                                                    : TrfSystem::kRoundRobin;
    return finding;
  }
  if (HasAny(words, {"knock", "нокаут"})) {
    finding.system = TrfSystem::kKnockout;
    return finding;
  }
  if (HasAny(words, {"swiss", "швейц", "Швейц", "suizo", "schweizer", "suisse"})) return finding;

  const int meetings = CommonMeetings(file);
  finding.source = meetings > 0 ? "structure" : "default";
  if (meetings == 1) finding.system = TrfSystem::kRoundRobin;
  if (meetings == 2) finding.system = TrfSystem::kDoubleRoundRobin;
  if (meetings > 2) finding.system = TrfSystem::kOther;
  return finding;
}

namespace trf_internal {

absl::Status CheckFile(const TrfFile& file, std::vector<TrfNote>& notes) {
  for (const TrfPlayer& player : file.players) {
    for (int round = 1; round <= file.rounds_in_cells(); ++round) {
      const TrfCell& cell = player.cell(round);
      if (cell.opponent == 0) continue;
      const TrfPlayer* other = file.Find(cell.opponent);
      if (other == nullptr) {
        return At(player.line.number, ColumnOf(round),
                  absl::StrFormat("round %d: opponent %d of player %d is not in the file", round,
                                  cell.opponent, player.tpn));
      }
      KUBOK_RETURN_IF_ERROR(CheckPair(player, *other, round, notes));
    }
  }
  CheckPoints(file, notes);
  CheckReferences(file, notes);
  return absl::OkStatus();
}

}  // namespace trf_internal
}  // namespace kubok::exchange

#include "core/exchange/rating_check.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/exchange/date.h"
#include "core/exchange/trf_internal.h"

namespace kubok::exchange {
namespace {

struct NeedText {
  RatingNeed need;
  std::string_view russian, english;
};

constexpr std::array<NeedText, 16> kTexts = {{
    {RatingNeed::kEventName, "012: название турнира", "012: the name of the event"},
    {RatingNeed::kCity, "022: город", "022: the city"},
    {RatingNeed::kEventFederation, "032: федерация (три буквы)", "032: the federation (three letters)"},
    {RatingNeed::kStartDate, "042: дата начала (ГГГГ/ММ/ДД)", "042: the start date (YYYY/MM/DD)"},
    {RatingNeed::kEndDate, "052: дата окончания (ГГГГ/ММ/ДД)", "052: the end date (YYYY/MM/DD)"},
    {RatingNeed::kArbiter, "102: главный судья", "102: the chief arbiter"},
    {RatingNeed::kTimeControl, "122: контроль времени", "122: the time control"},
    {RatingNeed::kRoundDates, "132: дата каждого тура", "132: the dates of the rounds"},
    {RatingNeed::kUnfinishedGames, "001: партии без результата", "001: games without a result"},
    {RatingNeed::kLatinName, "латинское имя «Lastname, Firstname»", "Latin name \"Lastname, Firstname\""},
    {RatingNeed::kFideId, "FIDE ID", "FIDE ID"},
    {RatingNeed::kFederation, "федерация", "federation"},
    {RatingNeed::kBirth, "дата рождения", "birth date"},
    {RatingNeed::kBirthDate, "полная дата рождения (новый игрок)", "whole birth date (a new player)"},
    {RatingNeed::kSex, "пол", "sex"},
    {RatingNeed::kNationalId,
     "ID ФШР: запросить (фото 160×200, телефон, почта, паспорт или свидетельство о рождении)",
     "ID of ФШР: request it (photo 160x200, phone, mail, passport or birth certificate)"},
}};

bool IsLatin(std::string_view text) {
  return !text.empty() && text.find(',') != std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::vector<RatingNeed> NeedsOfEvent(const TrfFile& file) {
  std::vector<RatingNeed> needs;
  const auto need = [&](bool there, RatingNeed what) {
    if (!there) needs.push_back(what);
  };
  need(!file.name.empty(), RatingNeed::kEventName);
  need(!file.city.empty(), RatingNeed::kCity);
  need(file.federation.size() == 3, RatingNeed::kEventFederation);
  need(ParseDate(file.start_date).has_value(), RatingNeed::kStartDate);
  need(ParseDate(file.end_date).has_value(), RatingNeed::kEndDate);
  need(!file.chief_arbiter.empty(), RatingNeed::kArbiter);
  need(!file.time_control.empty() || !file.coded_time_control.empty(), RatingNeed::kTimeControl);
  const int played = LastPairedRound(file);
  const auto dates = static_cast<int>(file.round_dates.size());
  const bool all = dates > 0 && dates >= played &&
                   std::all_of(file.round_dates.begin(), file.round_dates.end(),
                               [](const std::string& date) { return !date.empty(); });
  need(all, RatingNeed::kRoundDates);
  const bool open = std::any_of(file.players.begin(), file.players.end(), [&](const TrfPlayer& player) {
    return std::any_of(player.cells.begin(), player.cells.end(),
                       [](const TrfCell& cell) { return cell.unfinished(); });
  });
  need(!open, RatingNeed::kUnfinishedGames);
  return needs;
}

std::vector<RatingNeed> NeedsOfPlayer(const TrfFile& file, const TrfPlayer& player, RatingOffice office) {
  std::vector<RatingNeed> needs;
  const auto need = [&](bool there, RatingNeed what) {
    if (!there) needs.push_back(what);
  };
  const TrfNationalRating* national = NationalOf(file, player.tpn);
  std::string_view birth = player.birth;
  if (birth.empty() && national != nullptr) birth = national->birth;
  const auto date = ParseDate(birth);
  bool is_new = false;
  if (office == RatingOffice::kFide) {
    need(IsLatin(player.name), RatingNeed::kLatinName);
    is_new = !trf_internal::ParseNumber(player.fide_id);
    need(!is_new, RatingNeed::kFideId);
    need(player.federation.size() == 3, RatingNeed::kFederation);
  } else if (player.federation.empty() || player.federation == "RUS") {
    // Foreigners are reported with their FIDE ID only.
    is_new = national == nullptr || !trf_internal::ParseNumber(national->id);
    need(!is_new, RatingNeed::kNationalId);
  } else {
    need(trf_internal::ParseNumber(player.fide_id).has_value(), RatingNeed::kFideId);
  }
  if (!date) {
    needs.push_back(RatingNeed::kBirth);
  } else if (is_new && (date->month == 0 || date->day == 0)) {
    needs.push_back(RatingNeed::kBirthDate);
  }
  need(player.sex != ' ', RatingNeed::kSex);
  return needs;
}

}  // namespace

std::vector<RatingGap> FindRatingGaps(const TrfFile& file, RatingOffice office) {
  std::vector<RatingGap> gaps;
  if (auto needs = NeedsOfEvent(file); !needs.empty()) gaps.push_back({0, file.name, std::move(needs)});
  for (const TrfPlayer& player : file.players) {
    auto needs = NeedsOfPlayer(file, player, office);
    if (!needs.empty()) gaps.push_back({player.tpn, player.name, std::move(needs)});
  }
  return gaps;
}

std::string_view TextOf(RatingNeed need, bool russian) {
  for (const NeedText& text : kTexts)
    if (text.need == need) return russian ? text.russian : text.english;
  return "";
}

const TrfNationalRating* NationalOf(const TrfFile& file, int tpn, std::string_view federation) {
  for (const TrfNationalRating& national : file.national_ratings)
    if (national.tpn == tpn && national.federation == federation) return &national;
  return nullptr;
}

}  // namespace kubok::exchange

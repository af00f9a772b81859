#include "core/tournament/pairing_text.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;
using std::to_string;
using PlayerName = std::function<std::string(const std::string& entry_id)>;

v1::LocalizedText Both(std::string ru, std::string en) {
  v1::LocalizedText text;
  text.set_ru(std::move(ru));
  text.set_en(std::move(en));
  return text;
}

v1::LocalizedText InRound(uint32_t round, const std::string& ru, const std::string& en) {
  return Both("тур " + to_string(round) + ": " + ru, "round " + to_string(round) + ": " + en);
}

const char* KindRu(v1::ByeKind kind) {
  switch (kind) {
    case v1::BYE_KIND_PAIRING_ALLOCATED:
      return "без пары";
    case v1::BYE_KIND_HALF_POINT:
      return "пропуск за пол-очка";
    case v1::BYE_KIND_FULL_POINT:
      return "пропуск за очко";
    default:
      return "пропуск без очков";
  }
}

const char* KindEn(v1::ByeKind kind) {
  switch (kind) {
    case v1::BYE_KIND_PAIRING_ALLOCATED:
      return "pairing-allocated bye";
    case v1::BYE_KIND_HALF_POINT:
      return "half-point bye";
    case v1::BYE_KIND_FULL_POINT:
      return "full-point bye";
    default:
      return "zero-point bye";
  }
}

std::string Pairs(const PlayerName& player, const google::protobuf::RepeatedPtrField<v1::PairedBoard>& boards,
                  const google::protobuf::RepeatedPtrField<v1::Bye>& byes) {
  std::string text;
  for (const v1::PairedBoard& board : boards)
    text += (text.empty() ? "" : ", ") + player(board.white()) + " – " + player(board.black());
  for (const v1::Bye& bye : byes) text += (text.empty() ? "" : ", ") + player(bye.entry_id()) + " –";
  return text;
}

std::string Codes(const google::protobuf::RepeatedPtrField<v1::PairingFinding>& findings) {
  std::string codes;
  for (const v1::PairingFinding& finding : findings) codes += (codes.empty() ? " [" : ", ") + finding.code();
  return codes.empty() ? codes : codes + "]";
}

v1::LocalizedText ChangedText(const PlayerName& player, const v1::PairingChanged& changed) {
  std::string places;
  for (const uint32_t board : changed.cleared_boards())
    places += (places.empty() ? "" : ", ") + to_string(board) + ": –";
  for (const v1::PairedBoard& board : changed.boards()) {
    places += (places.empty() ? "" : ", ") + to_string(board.board()) + ": " + player(board.white()) + " – " +
              player(board.black());
  }
  std::string ru = places, en = places;
  for (const v1::Bye& bye : changed.byes()) {
    ru += (ru.empty() ? "" : ", ") + player(bye.entry_id()) + " " + KindRu(bye.kind());
    en += (en.empty() ? "" : ", ") + player(bye.entry_id()) + " " + KindEn(bye.kind());
  }
  const std::string codes = Codes(changed.findings());
  return InRound(changed.round(), "вручную " + ru + codes, "by hand " + en + codes);
}

v1::LocalizedText EndedText(const PlayerName& player, const v1::ManualPairingEnded& ended) {
  const std::string engine = Pairs(player, ended.engine_boards(), ended.engine_byes());
  const std::string seated = Pairs(player, ended.seated_boards(), ended.seated_byes());
  if (engine.empty() && seated.empty()) {
    return InRound(ended.round(), "ручная жеребьёвка закончена, пары как у программы",
                   "pairing by hand ended, the pairs are the engine's");
  }
  return InRound(ended.round(), "ручная жеребьёвка закончена: " + engine + " => " + seated,
                 "pairing by hand ended: " + engine + " => " + seated);
}

v1::LocalizedText LateText(const v1::LateEntryAccepted& late) {
  return Both("опоздавший участник принят под № " + to_string(late.tpn()) + ": рейтинг " +
                  to_string(late.facts().rating()) + ", играет с тура " + to_string(late.first_round()),
              "late player accepted as № " + to_string(late.tpn()) + ": rating " +
                  to_string(late.facts().rating()) + ", plays from round " + to_string(late.first_round()));
}

}  // namespace

v1::LocalizedText PairingText(const PlayerName& player, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kRoundUnpaired:
      return InRound(payload.round_unpaired().round(), "жеребьёвка снята", "unpaired");
    case P::kPairingForbidden: {
      std::string players;
      for (const std::string& id : payload.pairing_forbidden().entry_ids())
        players += (players.empty() ? "" : ", ") + player(id);
      return Both("не играют друг с другом: " + players, "not to be paired with each other: " + players);
    }
    case P::kByeRequested: {
      const v1::ByeRequested& bye = payload.bye_requested();
      return InRound(bye.round(), "участник " + player(bye.entry_id()) + ": " + KindRu(bye.kind()),
                     "player " + player(bye.entry_id()) + ": " + KindEn(bye.kind()));
    }
    case P::kByeRequestTakenBack: {
      const v1::ByeRequestTakenBack& bye = payload.bye_request_taken_back();
      return InRound(bye.round(), "участник " + player(bye.entry_id()) + " всё же играет",
                     "player " + player(bye.entry_id()) + " plays after all");
    }
    case P::kManualPairingStarted:
      return InRound(payload.manual_pairing_started().round(), "начата ручная жеребьёвка",
                     "pairing by hand began");
    case P::kPairingChanged:
      return ChangedText(player, payload.pairing_changed());
    case P::kManualPairingEnded:
      return EndedText(player, payload.manual_pairing_ended());
    case P::kManualPairingCancelled:
      return InRound(payload.manual_pairing_cancelled().round(), "ручная жеребьёвка отменена",
                     "pairing by hand cancelled");
    case P::kLateEntryAccepted:
      return LateText(payload.late_entry_accepted());
    default:
      return Both("событие турнира", "an event of the section");
  }
}

}  // namespace kubok::tournament

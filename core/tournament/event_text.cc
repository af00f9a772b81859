#include "core/tournament/event_text.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>

#include "core/base/bytes.h"
#include "core/tournament/pairing_text.h"
#include "core/tournament/section_decisions.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;
using std::to_string;

v1::LocalizedText Both(std::string ru, std::string en) {
  v1::LocalizedText text;
  text.set_ru(std::move(ru));
  text.set_en(std::move(en));
  return text;
}

std::string Short(const std::string& id) {
  return HexEncode(id).substr(0, 8);
}

std::string Half(uint8_t halves) {
  return halves == 2 ? "1" : halves == 1 ? "½" : "0";
}

std::string ResultText(const v1::GameResult& result) {
  return tournament::ResultText(Result{static_cast<uint8_t>(std::min(result.white_halves(), 255u)),
                                       static_cast<uint8_t>(std::min(result.black_halves(), 255u)),
                                       result.kind()});
}

const char* RoleRu(v1::Role role) {
  switch (role) {
    case v1::ROLE_FEDERATION_OFFICE:
      return "работник федерации";
    case v1::ROLE_CHIEF_ARBITER:
      return "главный судья";
    case v1::ROLE_ARBITER:
      return "судья";
    case v1::ROLE_HELPER:
      return "помощник";
    case v1::ROLE_APPEALS_COMMITTEE:
      return "апелляционный комитет";
    case v1::ROLE_OBSERVER:
      return "наблюдатель";
    default:
      return "узел";
  }
}

const char* RoleEn(v1::Role role) {
  switch (role) {
    case v1::ROLE_FEDERATION_OFFICE:
      return "federation office";
    case v1::ROLE_CHIEF_ARBITER:
      return "chief arbiter";
    case v1::ROLE_ARBITER:
      return "arbiter";
    case v1::ROLE_HELPER:
      return "helper";
    case v1::ROLE_APPEALS_COMMITTEE:
      return "appeals committee";
    case v1::ROLE_OBSERVER:
      return "observer";
    default:
      return "node";
  }
}

// Looks up what an event speaks of.
class Names {
 public:
  Names(const Projection& projection, const v1::StreamRef& stream) : projection_(projection) {
    if (const auto key = StreamKey::From(stream); key && key->kind == v1::STREAM_KIND_SECTION) {
      section_ = projection.section(key->id);
    }
  }

  std::string Player(const std::string& entry_id) const {
    const std::optional<uint32_t> entry =
        section_ != nullptr ? section_->entries->Find(entry_id) : std::nullopt;
    const uint32_t tpn = entry ? section_->entries->list[*entry].tpn : 0;
    return tpn != 0 ? "№ " + to_string(tpn) : Short(entry_id);
  }

  std::string Node(const std::string& node_id) const {
    const auto id = NodeId::From(node_id);
    const v1::NodeRecord* node = id ? projection_.federation().Node(*id) : nullptr;
    return node != nullptr ? node->name() : Short(node_id);
  }

  // "кубок «...»", "этап 2 (Искитим)", "вся федерация".
  v1::LocalizedText Stream(const v1::StreamRef& ref) const {
    const auto key = StreamKey::From(ref);
    if (!key) return Both("вся федерация", "the whole federation");
    if (key->kind == v1::STREAM_KIND_FEDERATION) return Both("журнал федерации", "the federation's log");
    if (key->kind == v1::STREAM_KIND_CUP) {
      const CupState* cup = projection_.cup(key->id);
      if (cup == nullptr) return Both("кубок " + Short(ref.id()), "cup " + Short(ref.id()));
      return Both("кубок «" + cup->name.ru() + "»", "cup \"" + cup->name.en() + "\"");
    }
    for (const StreamId& id : projection_.cups()) {
      if (const Stage* stage = projection_.cup(id)->StageOfSection(key->id)) {
        return Both("этап " + to_string(stage->number) + " (" + stage->city.ru() + ")",
                    "stage " + to_string(stage->number) + " (" + stage->city.en() + ")");
      }
    }
    return Both("турнир " + Short(ref.id()), "section " + Short(ref.id()));
  }

 private:
  const Projection& projection_;
  const SectionState* section_ = nullptr;
};

v1::LocalizedText FederationText(const Names& names, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kFederationFounded:
      return Both("создана федерация «" + payload.federation_founded().name().ru() + "»",
                  "federation \"" + payload.federation_founded().name().en() + "\" founded");
    case P::kNodeEnrolled:
      return Both("принят узел «" + payload.node_enrolled().node().name() + "»",
                  "node \"" + payload.node_enrolled().node().name() + "\" enrolled");
    case P::kRoleGranted: {
      const v1::RoleGranted& granted = payload.role_granted();
      const v1::LocalizedText scope = names.Stream(granted.scope());
      return Both(std::string("выдано право: ") + RoleRu(granted.role()) + ", " + scope.ru() +
                      ", пользователь " + Short(granted.user_id()),
                  std::string("role granted: ") + RoleEn(granted.role()) + ", " + scope.en() + ", user " +
                      Short(granted.user_id()));
    }
    case P::kRoleRevoked: {
      const v1::RoleRevoked& revoked = payload.role_revoked();
      const v1::LocalizedText scope = names.Stream(revoked.scope());
      return Both(std::string("снято право: ") + RoleRu(revoked.role()) + ", " + scope.ru() +
                      ", пользователь " + Short(revoked.user_id()),
                  std::string("role revoked: ") + RoleEn(revoked.role()) + ", " + scope.en() + ", user " +
                      Short(revoked.user_id()));
    }
    case P::kStreamAssigned: {
      const v1::StreamAssigned& assigned = payload.stream_assigned();
      const v1::LocalizedText stream = names.Stream(assigned.stream());
      const std::string node = names.Node(assigned.node_id());
      return Both(stream.ru() + ": ведёт узел «" + node + "»",
                  stream.en() + ": owned by node \"" + node + "\"");
    }
    default:
      return Both("данные участника " + Short(payload.person_erased().person_id()) + " стираются",
                  "data of person " + Short(payload.person_erased().person_id()) + " are erased");
  }
}

v1::LocalizedText ClaimsText(const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kOriginOpened:
      return Both("открыт журнал узла «" + payload.origin_opened().node_name() + "»",
                  "log of node \"" + payload.origin_opened().node_name() + "\" opened");
    case P::kPersonRecorded:
      return Both("записан участник " + Short(payload.person_recorded().person_id()),
                  "person " + Short(payload.person_recorded().person_id()) + " recorded");
    case P::kPersonsLinked: {
      const std::string a = Short(payload.persons_linked().person_a());
      const std::string b = Short(payload.persons_linked().person_b());
      return Both("участники " + a + " и " + b + " — одно лицо", "persons " + a + " and " + b + " are one");
    }
    case P::kRatingListImported: {
      const v1::RatingListImported& list = payload.rating_list_imported();
      const std::string what = list.system() + " " + list.month();
      return Both("загружен рейтинг-лист " + what + ", строк: " + to_string(list.rows()),
                  "rating list " + what + " imported, rows: " + to_string(list.rows()));
    }
    default:
      return Both("связь " + Short(payload.persons_unlinked().link_id()) + " снята",
                  "link " + Short(payload.persons_unlinked().link_id()) + " taken back");
  }
}

v1::LocalizedText CupText(const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kCupCreated:
      return Both("создан кубок «" + payload.cup_created().name().ru() + "»",
                  "cup \"" + payload.cup_created().name().en() + "\" created");
    case P::kRegulationAdopted:
      return Both("утверждено положение, отпечаток " + Short(payload.regulation_adopted().digest()),
                  "regulation adopted, digest " + Short(payload.regulation_adopted().digest()));
    default: {
      const v1::StageScheduled& stage = payload.stage_scheduled();
      return Both(
          "назначен этап " + to_string(stage.number()) + ": " + stage.city().ru() + ", " + stage.start_date(),
          "stage " + to_string(stage.number()) + " scheduled: " + stage.city().en() + ", " +
              stage.start_date());
    }
  }
}

v1::LocalizedText OnBoard(uint32_t round, uint32_t board, const std::string& what_ru,
                          const std::string& what_en) {
  return Both("тур " + to_string(round) + ", доска " + to_string(board) + ": " + what_ru,
              "round " + to_string(round) + ", board " + to_string(board) + ": " + what_en);
}

v1::LocalizedText DecisionText(const Names& names, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kPlacesDecided: {
      const v1::PlacesDecided& decided = payload.places_decided();
      const v1::LocalizedText method = MethodText(decided.method());
      std::string players;
      for (const std::string& id : decided.entry_ids())
        players += (players.empty() ? "" : ", ") + names.Player(id);
      const std::string first = to_string(decided.first_place());
      const std::string seed =
          decided.method() == v1::PLACES_METHOD_LOTS ? " (" + to_string(decided.seed()) + ")" : "";
      return Both("места с " + first + ": " + players + " — " + method.ru() + seed,
                  "places from " + first + ": " + players + " - " + method.en() + seed);
    }
    case P::kPlacesDecisionRevoked: {
      const std::string decision = Short(payload.places_decision_revoked().decision_id());
      return Both("решение о местах " + decision + " отменено",
                  "decision " + decision + " about places revoked");
    }
    case P::kPlayerExpelled: {
      const std::string player = names.Player(payload.player_expelled().entry_id());
      const std::string round = to_string(payload.player_expelled().after_round());
      return Both("участник " + player + " исключён после тура " + round,
                  "player " + player + " expelled after round " + round);
    }
    default: {
      const std::string player = names.Player(payload.expulsion_lifted().entry_id());
      return Both("исключение участника " + player + " снято", "expulsion of player " + player + " lifted");
    }
  }
}

v1::LocalizedText SectionText(const Names& names, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kSectionOpened:
      return Both("турнир открыт, туров: " + to_string(payload.section_opened().rounds()),
                  "section opened, rounds: " + to_string(payload.section_opened().rounds()));
    case P::kEntryAccepted: {
      const std::string player = names.Player(payload.entry_accepted().entry_id());
      const std::string rating = to_string(payload.entry_accepted().facts().rating());
      const std::string& municipality = payload.entry_accepted().facts().municipality();
      return Both("принят участник " + player + ": рейтинг " + rating + ", " + municipality,
                  "player " + player + " accepted: rating " + rating + ", " + municipality);
    }
    case P::kStartListPublished: {
      const std::string count = to_string(payload.start_list_published().entry_ids_size());
      return Both("опубликован стартовый список, участников: " + count,
                  "start list published, players: " + count);
    }
    case P::kLineupDeclared: {
      const v1::LineupDeclared& declared = payload.lineup_declared();
      std::string players;
      for (const std::string& id : declared.entry_ids())
        players += (players.empty() ? "" : ", ") + names.Player(id);
      return Both("состав " + declared.team_code() + ": " + players,
                  "line-up " + declared.team_code() + ": " + players);
    }
    case P::kRoundPaired: {
      const v1::RoundPaired& paired = payload.round_paired();
      const std::string boards = to_string(paired.boards_size());
      const std::string byes = to_string(paired.byes_size());
      return Both(
          "тур " + to_string(paired.round()) + ": жеребьёвка, досок: " + boards + ", без пары: " + byes,
          "round " + to_string(paired.round()) + " paired, boards: " + boards + ", byes: " + byes);
    }
    case P::kResultRecorded: {
      const v1::ResultRecorded& recorded = payload.result_recorded();
      const std::string result = ResultText(recorded.result());
      return OnBoard(recorded.round(), recorded.board(), result, result);
    }
    case P::kResultCorrected: {
      const v1::ResultCorrected& corrected = payload.result_corrected();
      const std::string result = ResultText(corrected.result());
      return OnBoard(corrected.round(), corrected.board(), "исправлено на " + result,
                     "corrected to " + result);
    }
    case P::kRoundClosed:
      return Both("тур " + to_string(payload.round_closed().round()) + " закрыт",
                  "round " + to_string(payload.round_closed().round()) + " closed");
    case P::kPlayerWithdrawn: {
      const std::string player = names.Player(payload.player_withdrawn().entry_id());
      const std::string round = to_string(payload.player_withdrawn().after_round());
      return Both("участник " + player + " выбыл после тура " + round,
                  "player " + player + " withdrew after round " + round);
    }
    case P::kPlacesDecided:
    case P::kPlacesDecisionRevoked:
    case P::kPlayerExpelled:
    case P::kExpulsionLifted:
      return DecisionText(names, payload);
    case P::kSectionFinished:
      return Both(
          "турнир завершён, сыграно туров: " + to_string(payload.section_finished().rounds_played()),
          "section finished, rounds played: " + to_string(payload.section_finished().rounds_played()));
    default:
      return PairingText([&](const std::string& entry) { return names.Player(entry); }, payload);
  }
}

}  // namespace

std::string PayloadKindName(const v1::Payload& payload) {
  const google::protobuf::FieldDescriptor* field =
      v1::Payload::descriptor()->FindFieldByNumber(static_cast<int>(payload.kind_case()));
  return field != nullptr ? field->name() : "unknown";
}

v1::LocalizedText EventText(const Projection& projection, const v1::StreamRef& stream,
                            const v1::Payload& payload) {
  const PayloadRight* right = RightOf(payload.kind_case());
  if (right == nullptr)
    return Both("событие новой версии: обновите узел", "an event of a newer version: upgrade this node");
  const Names names(projection, stream);
  switch (right->stream) {
    case v1::STREAM_KIND_FEDERATION:
      return FederationText(names, payload);
    case v1::STREAM_KIND_CUP:
      return CupText(payload);
    case v1::STREAM_KIND_SECTION:
      return SectionText(names, payload);
    default:
      return ClaimsText(payload);
  }
}

std::string ResultText(const Result& result) {
  if (result.kind == v1::RESULT_KIND_FORFEIT) {
    return std::string(result.white_halves == 2 ? "+" : "-") + "-" + (result.black_halves == 2 ? "+" : "-");
  }
  return Half(result.white_halves) + "-" + Half(result.black_halves);
}

}  // namespace kubok::tournament

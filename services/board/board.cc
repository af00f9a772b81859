#include "services/board/board.h"

#include "core/base/status.h"
#include "services/board/history.h"
#include "services/board/names.h"
#include "services/board/pairing_views.h"
#include "services/board/places.h"

namespace kubok::services {
namespace {

v1::StageState StateOf(const tournament::SectionState* section) {
  if (section == nullptr) return v1::STAGE_STATE_SCHEDULED;
  switch (section->phase) {
    case tournament::SectionPhase::kRegistration:
      return v1::STAGE_STATE_REGISTRATION;
    case tournament::SectionPhase::kPlaying:
      return v1::STAGE_STATE_PLAYING;
    case tournament::SectionPhase::kFinished:
      return v1::STAGE_STATE_FINISHED;
  }
  return v1::STAGE_STATE_UNSPECIFIED;
}

v1::StreamRef SectionRef(const StreamId& id) {
  v1::StreamRef ref;
  ref.set_kind(v1::STREAM_KIND_SECTION);
  ref.set_id(id.str());
  return ref;
}

v1::StreamRef CupRef(const StreamId& id) {
  v1::StreamRef ref;
  ref.set_kind(v1::STREAM_KIND_CUP);
  ref.set_id(id.str());
  return ref;
}

void FillPlayers(const Node& node, const Snapshot& snapshot, const tournament::SectionState& section,
                 v1::SectionView* view) {
  for (uint32_t index = 0; index < section.entries->list.size(); ++index) {
    const tournament::Entry& entry = section.entries->list[index];
    v1::PlayerView* player = view->add_players();
    player->set_entry_id(entry.id.str());
    player->set_person_id(entry.person.str());
    player->set_tpn(entry.tpn);
    player->set_name(DisplayName(NameOf(node, snapshot.projection, entry.person), entry.tpn));
    *player->mutable_facts() = entry.facts;
    const tournament::Lineup* lineup = section.LineupOf(index);
    if (lineup != nullptr) player->set_team_code(lineup->team_code);
    player->set_first_round(entry.first_round);
    player->set_withdrawn(entry.withdrawn_after.has_value());
    player->set_withdrawn_after(entry.withdrawn_after.value_or(0));
  }
}

void FillRound(const tournament::SectionState& section, uint32_t number, v1::RoundView* view) {
  const tournament::Round& round = *section.rounds[number - 1];
  view->set_round(number);
  view->set_closed(round.closed);
  view->set_engine(round.engine);
  view->set_engine_version(round.engine_version);
  view->set_edition(round.edition);
  view->set_input_digest(round.input_digest);
  view->set_initial_colour(round.initial_colour);
  const tournament::PairingState& pairing = *section.pairing;
  if (number == 1 && !pairing.draw_seed.empty()) {
    view->mutable_draw()->set_seed(pairing.draw_seed);
    view->mutable_draw()->set_algorithm(pairing.draw_algorithm);
    view->mutable_draw()->set_colour(pairing.initial_colour);
  }
  for (size_t i = 0; i < round.boards.size(); ++i) {
    const tournament::Board& board = round.boards[i];
    v1::BoardView* out = view->add_boards();
    out->set_board(static_cast<uint32_t>(i) + 1);
    out->set_white(section.entries->list[board.white].id.str());
    out->set_black(section.entries->list[board.black].id.str());
    out->set_corrected(board.corrections > 0);
    if (!board.result) continue;
    out->mutable_result()->set_white_halves(board.result->white_halves);
    out->mutable_result()->set_black_halves(board.result->black_halves);
    out->mutable_result()->set_kind(board.result->kind);
  }
  for (const tournament::ByeRecord& bye : round.byes) {
    v1::Bye* out = view->add_byes();
    out->set_entry_id(section.entries->list[bye.entry].id.str());
    out->set_kind(bye.kind);
  }
}

}  // namespace

int64_t Board::LastEventOf(const Snapshot& snapshot, const OriginId& origin) const {
  const auto head = snapshot.heads.find(origin);
  if (head == snapshot.heads.end() || head->second.size == 0) return 0;
  const auto bytes = node_->log().Read(origin, Seq{head->second.size - 1});
  v1::Envelope envelope;
  if (!bytes.ok() || !envelope.ParseFromString(*bytes)) return 0;
  return envelope.stamp().wall_unix_ms();
}

v1::StageView Board::StageOf(const Snapshot& snapshot, const tournament::Stage& stage) const {
  const tournament::Projection& projection = snapshot.projection;
  v1::StageView view;
  view.set_stage_id(stage.stage_id.str());
  view.set_number(stage.number);
  *view.mutable_city() = stage.city;
  view.set_zone(stage.zone);
  view.set_start_date(stage.start_date);
  view.set_section_id(stage.section_id.str());
  *view.mutable_section_name() = stage.section_name;
  const tournament::SectionState* section = projection.section(stage.section_id);
  view.set_state(StateOf(section));
  if (section != nullptr) {
    view.set_rounds_closed(section->rounds_closed());
    view.set_rounds(section->rounds_planned);
    view.set_players(static_cast<uint32_t>(section->entries->list.size()));
  }
  const auto owner =
      projection.federation().OwnerOf({.kind = v1::STREAM_KIND_SECTION, .id = stage.section_id});
  if (!owner) return view;
  view.set_owner_node_id(owner->node_id.str());
  const v1::NodeRecord* node = projection.federation().Node(owner->node_id);
  if (node != nullptr) view.set_owner_name(node->name());
  if (view.state() == v1::STAGE_STATE_FINISHED || owner->origin == node_->log().own_origin()) return view;
  const auto line = lines_ ? lines_->LineTo(owner->node_id) : std::nullopt;
  if (!line || line->live) return view;
  view.set_behind(true);
  view.set_behind_since_unix_ms(line->last_heard_unix_ms != 0 ? line->last_heard_unix_ms
                                                              : LastEventOf(snapshot, owner->origin));
  return view;
}

absl::StatusOr<v1::Overview> Board::GetOverview() const {
  const auto snapshot = node_->snapshot();
  const tournament::Projection& projection = snapshot->projection;
  v1::Overview out;
  out.set_federation_id(node_->identity().federation.str());
  *out.mutable_federation_name() = projection.federation().name;
  out.set_node_id(node_->identity().self.node_id());
  out.set_node_name(node_->identity().self.name());
  for (const auto& [id, node] : projection.federation().nodes) *out.add_nodes() = node;
  for (const StreamId& id : projection.cups()) {
    const tournament::CupState& cup = *projection.cup(id);
    v1::CupView* view = out.add_cups();
    view->set_cup_id(id.str());
    *view->mutable_name() = cup.name;
    view->set_season(cup.season);
    view->set_regulation_digest(ToBytes(cup.regulation.digest));
    view->set_regulation_text(cup.regulation.text);
    *view->mutable_version() = VersionOf(projection, CupRef(id));
    for (const auto& [number, stage] : cup.stages) *view->add_stages() = StageOf(*snapshot, stage);
  }
  return out;
}

absl::StatusOr<v1::SectionView> Board::GetSection(const v1::GetSectionRequest& request) const {
  const auto snapshot = node_->snapshot();
  KUBOK_ASSIGN_OR_RETURN(const SectionPlace place, FindSection(snapshot->projection, request.section_id()));
  v1::SectionView out;
  out.set_section_id(request.section_id());
  if (place.stage != nullptr) *out.mutable_name() = place.stage->section_name;
  out.set_state(StateOf(place.section));
  *out.mutable_version() = VersionOf(snapshot->projection, SectionRef(place.id));
  if (place.section == nullptr) return out;
  out.set_regulation_text(place.section->regulation.text);
  FillPlayers(*node_, *snapshot, *place.section, &out);
  for (uint32_t round = 1; round <= place.section->rounds.size(); ++round) {
    FillRound(*place.section, round, out.add_rounds());
  }
  out.set_rounds_planned(place.section->rounds_planned);
  FillPairing(*place.section, &out);
  return out;
}

absl::StatusOr<v1::DigestView> Board::GetDigest() const {
  const auto snapshot = node_->snapshot();
  v1::DigestView out;
  out.set_fold_version(tournament::kFoldVersion);
  out.set_digest(HexEncode(View(snapshot->projection.Digest())));
  for (const tournament::StreamDigest& stream : snapshot->projection.StreamDigests()) {
    v1::StreamDigest* view = out.add_streams();
    *view->mutable_stream() = stream.stream.ToRef();
    view->set_digest(HexEncode(View(stream.digest)));
    view->set_events(stream.events);
    view->set_ignored(stream.ignored);
    view->set_waiting(stream.waiting);
  }
  for (const auto& [origin, head] : snapshot->heads) {
    v1::LogPosition* position = out.add_heads();
    position->set_origin(origin.str());
    position->set_size(head.size);
    position->set_leaf_hash(ToBytes(head.last_leaf));
  }
  return out;
}

}  // namespace kubok::services

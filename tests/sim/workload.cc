#include "tests/sim/workload.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/base/bytes.h"

namespace kubok::sim {
namespace {

using tournament::SectionPhase;
using tournament::SectionState;

constexpr size_t kPlayers = 7;  // odd: every round has a bye
constexpr int kMachineOfStage[] = {1, 2, 0};

v1::LocalizedText Text(const std::string& text) {
  v1::LocalizedText out;
  out.set_ru(text);
  out.set_en(text);
  return out;
}

std::string PositionsOf(const v1::Accepted& accepted) {
  std::string out;
  for (const v1::LogPosition& position : accepted.events()) {
    absl::StrAppendFormat(&out, "%s:%d:%s ", HexEncode(position.origin()), position.size(),
                          HexEncode(position.leaf_hash()));
  }
  return out;
}

}  // namespace

Workload::Workload(EventLoop* loop, std::vector<Machine*> machines, std::string regulation)
    : loop_(loop), machines_(std::move(machines)), regulation_(std::move(regulation)) {}

services::Caller Workload::Operator(Machine* machine) {
  services::Caller caller;
  caller.actor.set_user_id(machine->node().identity().self.operator_user_id());
  caller.authenticating_node = machine->node().node();
  return caller;
}

void Workload::Step(Machine* machine) {
  machine->Wake();
  const auto last = last_.find(machine->index());
  if (last != last_.end() && loop_->random.Percent(10))
    return Send(machine, last->second);  // a client tries again
  if (machine->index() == 0 && loop_->random.Percent(50)) return OfficeStep(machine);
  ArbiterStep(machine);
}

void Workload::Enrol(Machine* hub, Machine* venue) {
  CommandId id;
  hub->env().RandomBytes(id.bytes);
  v1::NodeRecord record = venue->up() ? venue->node().self() : v1::NodeRecord();
  if (record.node_id().empty()) return;
  hub->node().ExecuteCore(Operator(hub), id, "office", tournament::EnrolNode{record}, std::nullopt,
                          [this, hub](const absl::StatusOr<v1::ExecuteReply>& reply) {
                            v1::ExecuteRequest request;
                            Note(hub, request, reply);
                          });
}

void Workload::OfficeStep(Machine* hub) {
  const auto snapshot = hub->node().snapshot();
  const tournament::Projection& projection = snapshot->projection;
  for (Machine* machine : machines_) {
    if (machine == hub || projection.federation().Node(machine->credentials().node) != nullptr) continue;
    return Enrol(hub, machine);
  }
  v1::Command command;
  if (projection.cups().empty()) {
    command.mutable_create_cup()->set_regulation_text(regulation_);
    command.mutable_create_cup()->set_file_name("cup");
    return Execute(hub, command);
  }
  const tournament::CupState& cup = *projection.cup(projection.cups().front());
  for (uint32_t number = 1; number <= 3; ++number) {
    if (cup.stages.contains(number)) continue;
    v1::ScheduleStage* stage = command.mutable_schedule_stage();
    stage->set_cup_id(projection.cups().front().str());
    stage->set_number(number);
    *stage->mutable_city() = Text(absl::StrFormat("city %d", number));
    stage->set_zone("Asia/Novosibirsk");
    stage->set_start_date(absl::StrFormat("2026-10-%02d", number));
    stage->set_node_id(machines_[static_cast<size_t>(kMachineOfStage[number - 1])]->credentials().node.str());
    *stage->mutable_section_name() = Text("section");
    return Execute(hub, command);
  }
  if (erased_.size() < 2 && loop_->random.Percent(3)) {
    for (const StreamId& id : projection.sections()) {
      const SectionState& section = *projection.section(id);
      if (section.entries->list.empty()) continue;
      const PersonId person = section.entries->list[loop_->random.Below(section.entries->list.size())].person;
      command.mutable_erase_person()->set_person_id(person.str());
      command.mutable_erase_person()->set_reason("asked for it");
      const uint64_t before = accepted_;
      Execute(hub, command);
      if (accepted_ > before) erased_.push_back(person);
      return;
    }
  }
  ArbiterStep(hub);
}

void Workload::ArbiterStep(Machine* venue) {
  const auto snapshot = venue->node().snapshot();
  const tournament::Projection& projection = snapshot->projection;
  for (const StreamId& cup_id : projection.cups()) {
    for (const auto& [number, stage] : projection.cup(cup_id)->stages) {
      const auto owner = projection.federation().OwnerOf({v1::STREAM_KIND_SECTION, stage.section_id});
      // Now and then at a node that does not own the section: it must be refused, not written.
      const bool own = owner && owner->origin == venue->node().log().own_origin();
      if (!own && !loop_->random.Percent(3)) continue;
      const SectionState* section = projection.section(stage.section_id);
      if (section == nullptr) {
        v1::Command command;
        command.mutable_open_section()->set_section_id(stage.section_id.str());
        return Execute(venue, command);
      }
      std::optional<v1::Command> command = NextOfSection(*section);
      if (command) return Execute(venue, *command);
    }
  }
}

v1::Command Workload::Register(const StreamId& section) {
  v1::Command command;
  v1::RegisterPlayer* player = command.mutable_register_player();
  const uint64_t number = ++players_;
  player->set_section_id(section.str());
  player->mutable_name()->set_surname(absl::StrFormat("Игрок%d", number));
  player->mutable_facts()->set_sex(number % 3 == 0 ? v1::SEX_FEMALE : v1::SEX_MALE);
  player->mutable_facts()->set_birth_year(1990);
  player->mutable_facts()->set_rating(static_cast<uint32_t>(1000 + loop_->random.Below(1000)));
  player->mutable_facts()->set_rating_system("FIDE_RAPID");
  player->mutable_facts()->set_municipality(absl::StrFormat("m%d", number % 2));
  return command;
}

v1::Command Workload::Pair(const SectionState& section, uint32_t round) {
  v1::Command command;
  v1::PairRound* pair = command.mutable_pair_round();
  pair->set_section_id(section.id.str());
  pair->set_round(round);
  pair->set_source("simulation");
  std::vector<std::string> players;
  for (uint32_t i = 0; i < section.entries->list.size(); ++i) {
    if (section.Active(i, round)) players.push_back(section.entries->list[i].id.str());
  }
  for (size_t i = players.size(); i > 1; --i) std::swap(players[i - 1], players[loop_->random.Below(i)]);
  if (players.size() % 2 == 1) {
    pair->add_byes()->set_entry_id(players.back());
    pair->mutable_byes(0)->set_kind(v1::BYE_KIND_PAIRING_ALLOCATED);
    players.pop_back();
  }
  for (size_t i = 0; i < players.size(); i += 2) {
    v1::PairedBoard* board = pair->add_boards();
    board->set_board(static_cast<uint32_t>(i / 2 + 1));
    board->set_white(players[i]);
    board->set_black(players[i + 1]);
  }
  return command;
}

v1::GameResult Workload::RandomResult() {
  v1::GameResult result;
  result.set_white_halves(static_cast<uint32_t>(loop_->random.Below(3)));
  result.set_black_halves(2 - result.white_halves());
  result.set_kind(v1::RESULT_KIND_PLAYED);
  return result;
}

std::optional<v1::Command> Workload::NextOfSection(const SectionState& section) {
  Prng& random = loop_->random;
  v1::Command command;
  if (section.phase == SectionPhase::kFinished) return std::nullopt;
  if (section.phase == SectionPhase::kRegistration) {
    if (section.entries->list.size() < kPlayers) return Register(section.id);
    command.mutable_publish_start_list()->set_section_id(section.id.str());
    for (const tournament::Entry& entry : section.entries->list) {
      command.mutable_publish_start_list()->add_entry_ids(entry.id.str());
    }
    return command;
  }
  const auto round_number = static_cast<uint32_t>(section.rounds.size());
  if (round_number == 0 || section.rounds.back()->closed) {
    if (round_number < section.rounds_planned) return Pair(section, round_number + 1);
    command.mutable_finish_section()->set_section_id(section.id.str());
    return command;
  }
  const tournament::Round& round = *section.rounds.back();
  std::vector<uint32_t> open, entered;
  for (uint32_t board = 1; board <= round.boards.size(); ++board) {
    (round.boards[board - 1].result ? entered : open).push_back(board);
  }
  if (!entered.empty() && random.Percent(25)) {
    // Sometimes it is the result that stands already: refused.
    v1::CorrectResult* correct = command.mutable_correct_result();
    correct->set_section_id(section.id.str());
    correct->set_round(round_number);
    correct->set_board(entered[random.Below(entered.size())]);
    *correct->mutable_result() = RandomResult();
    correct->set_reason("misread");
    return command;
  }
  if (!open.empty() || random.Percent(10)) {
    const std::vector<uint32_t>& from = open.empty() ? entered : open;  // two desks at one board: refused
    v1::RecordResult* record = command.mutable_record_result();
    record->set_section_id(section.id.str());
    record->set_round(round_number);
    record->set_board(from[random.Below(from.size())]);
    *record->mutable_result() = RandomResult();
    return command;
  }
  command.mutable_close_round()->set_section_id(section.id.str());
  command.mutable_close_round()->set_round(round_number);
  return command;
}

void Workload::Execute(Machine* machine, const v1::Command& command) {
  CommandId id;
  machine->env().RandomBytes(id.bytes);
  v1::ExecuteRequest request;
  request.set_command_id(id.str());
  request.set_device("sim");
  *request.mutable_command() = command;
  if (loop_->random.Percent(5))
    request.mutable_expected()->set_last_leaf_hash(std::string(32, 'x'));  // a stale screen
  last_[machine->index()] = request;
  Send(machine, request);
}

void Workload::Send(Machine* machine, const v1::ExecuteRequest& request) {
  machine->node().Execute(Operator(machine), request,
                          [this, machine, request](const auto& reply) { Note(machine, request, reply); });
}

void Workload::Note(Machine* machine, const v1::ExecuteRequest& request,
                    const absl::StatusOr<v1::ExecuteReply>& reply) {
  if (!reply.ok()) {
    loop_->Trace(machine->index(), "command failed: " + reply.status().ToString());
    return;
  }
  if (!reply->has_accepted()) {
    loop_->Trace(machine->index(), "command refused: " + reply->refused().rule());
    return;
  }
  const std::string positions = PositionsOf(reply->accepted());
  loop_->Trace(machine->index(), "accepted " + positions);
  ++accepted_;
  corrected_ += request.command().has_correct_result() ? 1 : 0;
  replayed_ += reply->accepted().replayed() ? 1 : 0;
  for (const v1::LogPosition& position : reply->accepted().events()) {
    acknowledged_.push_back(
        {*OriginId::From(position.origin()), Seq{position.size() - 1}, *HashFrom(position.leaf_hash())});
  }
  if (request.command_id().empty()) return;
  const auto [first, is_new] = first_answers_.emplace(request.command_id(), positions);
  if (!is_new && first->second != positions) {
    failures_.push_back(absl::StrFormat("command %s was answered %sand then %s",
                                        HexEncode(request.command_id()), first->second, positions));
  }
}

}  // namespace kubok::sim

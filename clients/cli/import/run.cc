#include "clients/cli/import/run.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "clients/cli/exit_codes.h"
#include "clients/cli/import/batch.h"
#include "core/base/bytes.h"
#include "core/base/status.h"
#include "eventstore/crypto/sha256.h"

namespace kubok::cli {
namespace {

constexpr std::string_view kDomain = "kubok/import/v1\n";
constexpr char kSource[] = "trf-import";

constexpr Text kStage = {"этап {0} «{1}»", "stage {0} \"{1}\""};
constexpr Text kOpen = {"открытие турнира", "opening the section"};
constexpr Text kPlayer = {"игрок {0}", "player {0}"};
constexpr Text kStartList = {"стартовый список", "start list"};
constexpr Text kTeam = {"заявка {0}", "line-up {0}"};
constexpr Text kPairing = {"тур {0}: пары", "round {0}: pairings"};
constexpr Text kBoard = {"тур {0}, доска {1}", "round {0}, board {1}"};
constexpr Text kClosing = {"тур {0}: закрытие", "round {0}: closing"};
constexpr Text kFinish = {"окончание турнира", "finishing the section"};
constexpr Text kPlayersProgress = {"{0}: игроки {1} из {2}", "{0}: players {1} of {2}"};
constexpr Text kTeamsProgress = {"{0}: заявки {1} из {2}", "{0}: line-ups {1} of {2}"};
constexpr Text kRoundProgress = {"{0}: тур {1} из {2}, партии {3} из {4}",
                                 "{0}: round {1} of {2}, games {3} of {4}"};
constexpr Text kOtherRounds = {
    "турнир открыт на {0} туров, а в файле их {1}: это другой турнир или другой файл",
    "the section was opened for {0} rounds and the file has {1}: another section or another file"};
constexpr Text kStageFinished = {
    "этап {0} уже окончен, а в файле есть что-то новое или другое: {1}",
    "stage {0} is finished already, and the file has something new or different: {1}"};

class Import {
 public:
  Import(const Session& session, DeskPort& desk, const v1::StageView& stage, const ImportPlan& plan,
         const ImportOptions& options)
      : session_(session),
        desk_(desk),
        stage_(stage),
        plan_(plan),
        options_(options),
        section_(stage.section_id()),
        title_(session.Say(kStage, {std::to_string(stage.number()), Pick(session.lang, stage.city())})) {}

  absl::StatusOr<ImportSummary> Run(const std::string& regulation_text) {
    KUBOK_RETURN_IF_ERROR(Open(regulation_text));
    KUBOK_RETURN_IF_ERROR(Register());
    KUBOK_RETURN_IF_ERROR(PublishStartList());
    KUBOK_RETURN_IF_ERROR(DeclareLineups());
    for (const PlannedRound& round : plan_.rounds) {
      if (options_.until_round != 0 && round.number > options_.until_round) break;
      KUBOK_RETURN_IF_ERROR(Play(round));
      if (options_.pace.count() > 0) std::this_thread::sleep_for(options_.pace);
    }
    KUBOK_RETURN_IF_ERROR(Finish());
    session_.EndProgress();
    return summary_;
  }

 private:
  absl::Status Send(std::vector<Step>& steps, const std::function<void(size_t)>& progress) {
    const absl::Status status = RunBatch(session_, desk_, section_, steps, options_.patience, progress);
    if (!status.ok()) session_.EndProgress();
    for (const Step& step : steps) {
      summary_.commands += step.accepted.events_size() > 0 || step.accepted.replayed();
      summary_.replayed += step.accepted.replayed();
    }
    return status;
  }

  absl::Status SendOne(std::string name, std::string title, v1::Command command) {
    std::vector<Step> steps = {{std::move(name), std::move(title), std::move(command), {}}};
    return Send(steps, [](size_t) {});
  }

  absl::Status Open(const std::string& regulation_text) {
    if (stage_.state() != v1::STAGE_STATE_SCHEDULED) {
      // Opened already: by an earlier run, or by hand. It must be for this file.
      if (stage_.rounds() == plan_.file_rounds) return absl::OkStatus();
      return ExitStatus(Exit::kRefused, session_.Say(kOtherRounds, {std::to_string(stage_.rounds()),
                                                                    std::to_string(plan_.file_rounds)}));
    }
    v1::Command command;
    command.mutable_open_section()->set_section_id(section_);
    command.mutable_open_section()->set_regulation_text(regulation_text);
    return SendOne("open", session_.Say(kOpen), std::move(command));
  }

  absl::Status Register() {
    std::vector<Step> steps;
    for (const PlannedPlayer& player : plan_.players) {
      v1::Command command;
      v1::RegisterPlayer& add = *command.mutable_register_player();
      add.set_section_id(section_);
      *add.mutable_name() = player.name;
      *add.mutable_ids() = player.ids;
      *add.mutable_facts() = player.facts;
      steps.push_back({"player/" + std::to_string(player.file_number),
                       session_.Say(kPlayer, {std::to_string(player.tpn)}),
                       std::move(command),
                       {}});
    }
    const std::string total = std::to_string(steps.size());
    KUBOK_RETURN_IF_ERROR(Send(steps, [&](size_t done) {
      session_.Progress(session_.Say(kPlayersProgress, {title_, std::to_string(done), total}),
                        done == steps.size());
    }));
    for (const Step& step : steps) entries_.push_back(step.accepted.created_id());
    summary_.players = static_cast<uint32_t>(steps.size());
    return absl::OkStatus();
  }

  absl::Status PublishStartList() {
    v1::Command command;
    command.mutable_publish_start_list()->set_section_id(section_);
    for (const std::string& entry : entries_) command.mutable_publish_start_list()->add_entry_ids(entry);
    return SendOne("start-list", session_.Say(kStartList), std::move(command));
  }

  absl::Status DeclareLineups() {
    std::vector<Step> steps;
    for (const scoring::DemoLineup& lineup : plan_.lineups) {
      v1::Command command;
      v1::DeclareLineup& declare = *command.mutable_declare_lineup();
      declare.set_section_id(section_);
      declare.set_municipality(lineup.municipality);
      declare.set_number(lineup.number);
      for (const uint32_t tpn : lineup.members) declare.add_entry_ids(EntryOf(tpn));
      steps.push_back(
          {"lineup/" + lineup.team_code, session_.Say(kTeam, {lineup.team_code}), std::move(command), {}});
    }
    const std::string total = std::to_string(steps.size());
    KUBOK_RETURN_IF_ERROR(Send(steps, [&](size_t done) {
      session_.Progress(session_.Say(kTeamsProgress, {title_, std::to_string(done), total}),
                        done == steps.size());
    }));
    summary_.lineups = static_cast<uint32_t>(steps.size());
    return absl::OkStatus();
  }

  v1::Command Pairing(const PlannedRound& round) const {
    v1::Command command;
    v1::PairRound& pair = *command.mutable_pair_round();
    pair.set_section_id(section_);
    pair.set_round(round.number);
    pair.set_source(kSource);
    uint32_t board = 0;
    for (const PlannedGame& game : round.games) {
      v1::PairedBoard& paired = *pair.add_boards();
      paired.set_board(++board);
      paired.set_white(EntryOf(game.white));
      paired.set_black(EntryOf(game.black));
    }
    for (const PlannedBye& bye : round.byes) {
      v1::Bye& added = *pair.add_byes();
      added.set_entry_id(EntryOf(bye.tpn));
      added.set_kind(bye.kind);
    }
    return command;
  }

  absl::Status Play(const PlannedRound& round) {
    const std::string number = std::to_string(round.number), prefix = "round/" + number;
    KUBOK_RETURN_IF_ERROR(SendOne(prefix + "/pairing", session_.Say(kPairing, {number}), Pairing(round)));
    std::vector<Step> steps;
    for (const PlannedGame& game : round.games) {
      const std::string board = std::to_string(steps.size() + 1);
      v1::Command command;
      v1::RecordResult& record = *command.mutable_record_result();
      record.set_section_id(section_);
      record.set_round(round.number);
      record.set_board(static_cast<uint32_t>(steps.size() + 1));
      *record.mutable_result() = game.result;
      steps.push_back(
          {prefix + "/board/" + board, session_.Say(kBoard, {number, board}), std::move(command), {}});
    }
    const std::string total = std::to_string(steps.size());
    KUBOK_RETURN_IF_ERROR(Send(steps, [&](size_t done) {
      session_.Progress(session_.Say(kRoundProgress, {title_, number, std::to_string(plan_.file_rounds),
                                                      std::to_string(done), total}),
                        done == steps.size());
    }));
    v1::Command close;
    close.mutable_close_round()->set_section_id(section_);
    close.mutable_close_round()->set_round(round.number);
    KUBOK_RETURN_IF_ERROR(SendOne(prefix + "/close", session_.Say(kClosing, {number}), std::move(close)));
    ++summary_.rounds;
    summary_.results += static_cast<uint32_t>(round.games.size());
    summary_.byes += static_cast<uint32_t>(round.byes.size());
    return absl::OkStatus();
  }

  absl::Status Finish() {
    const bool whole = plan_.complete() || options_.finish_unfinished;
    if (!whole || summary_.rounds != plan_.rounds.size() || summary_.rounds == 0) return absl::OkStatus();
    v1::Command command;
    command.mutable_finish_section()->set_section_id(section_);
    KUBOK_RETURN_IF_ERROR(SendOne("finish", session_.Say(kFinish), std::move(command)));
    summary_.finished = true;
    return absl::OkStatus();
  }

  const std::string& EntryOf(uint32_t tpn) const { return entries_[tpn - 1]; }

  const Session& session_;
  DeskPort& desk_;
  const v1::StageView& stage_;
  const ImportPlan& plan_;
  const ImportOptions& options_;
  const std::string section_;
  const std::string title_;
  std::vector<std::string> entries_;  // by TPN - 1
  ImportSummary summary_;
};

}  // namespace

std::string ImportCommandId(const std::string& section_id, const std::string& step,
                            const v1::Command& command) {
  ByteWriter writer;
  writer.Fixed(kDomain).Bytes(section_id).Bytes(step).Bytes(command.SerializeAsString());
  return std::string(View(store::Sha256(writer.str())).substr(0, 16));
}

absl::StatusOr<ImportSummary> RunImport(const Session& session, DeskPort& desk, const v1::StageView& stage,
                                        const std::string& regulation_text, const ImportPlan& plan,
                                        const ImportOptions& options) {
  absl::StatusOr<ImportSummary> summary = Import(session, desk, stage, plan, options).Run(regulation_text);
  if (!summary.ok() && stage.state() == v1::STAGE_STATE_FINISHED &&
      ExitOf(summary.status()) == Exit::kRefused) {
    return ExitStatus(Exit::kRefused, session.Say(kStageFinished, {std::to_string(stage.number()),
                                                                   Message(summary.status())}));
  }
  return summary;
}

}  // namespace kubok::cli

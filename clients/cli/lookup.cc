#include "clients/cli/lookup.h"

#include <vector>

#include "clients/cli/exit_codes.h"
#include "clients/cli/table.h"
#include "core/base/bytes.h"
#include "core/base/status.h"

namespace kubok::cli {
namespace {

constexpr Text kNoCup = {"кубка ещё нет: kubok cup create ФАЙЛ",
                         "there is no cup yet: kubok cup create FILE"};
constexpr Text kNoSuchCup = {"нет кубка «{0}». Есть:{1}", "no cup \"{0}\". There are:{1}"};
constexpr Text kManyCups = {"кубков несколько, укажите --cup:{0}", "there are several cups, give --cup:{0}"};
constexpr Text kNoStage = {"в кубке «{0}» нет этапа {1}; этапов: {2}",
                           "cup \"{0}\" has no stage {1}; stages: {2}"};
constexpr Text kWhichStage = {"этапов {0}, укажите --stage НОМЕР",
                              "there are {0} stages, give --stage NUMBER"};
constexpr Text kNoSection = {"нет турнира с id «{0}»", "no section with id \"{0}\""};
constexpr Text kManySections = {"id «{0}» подходит нескольким турнирам", "id \"{0}\" fits several sections"};
constexpr Text kNoNode = {"нет узла «{0}». Есть:{1}", "no node \"{0}\". There are:{1}"};
constexpr Text kManyNodes = {
    "«{0}» — это несколько узлов, назовите нужный началом id. Есть:{1}",
    "\"{0}\" names several nodes: say which by the beginning of its id. There are:{1}"};
constexpr Text kBadId = {"{0}: «{1}» не 32 шестнадцатеричные цифры",
                         "{0}: \"{1}\" is not 32 hexadecimal digits"};

bool IdBeginsWith(std::string_view id, std::string_view hex) {
  constexpr size_t kLeast = 4;
  return hex.size() >= kLeast && HexEncode(id).starts_with(hex);
}

bool Fits(const v1::CupView& cup, std::string_view wanted) {
  return IdBeginsWith(cup.cup_id(), wanted) || cup.name().ru().find(wanted) != std::string::npos ||
         cup.name().en().find(wanted) != std::string::npos;
}

template <typename Views>
std::string ListCups(const Session& session, const Views& cups) {
  std::string list;
  for (const v1::CupView& cup : cups) {
    list += "\n  " + HexEncode(cup.cup_id()).substr(0, 8) + "  " + Printable(Pick(session.lang, cup.name()));
  }
  return list;
}

}  // namespace

absl::StatusOr<v1::CupView> FindCup(const Session& session, const v1::Overview& overview,
                                    std::string_view wanted) {
  if (overview.cups().empty()) return ExitStatus(Exit::kUsage, session.Say(kNoCup));
  std::vector<v1::CupView> fitting;
  for (const v1::CupView& cup : overview.cups()) {
    if (wanted.empty() || Fits(cup, wanted)) fitting.push_back(cup);
  }
  if (fitting.size() == 1) return fitting.front();
  if (fitting.empty()) {
    return ExitStatus(Exit::kUsage,
                      session.Say(kNoSuchCup, {Printable(wanted), ListCups(session, overview.cups())}));
  }
  return ExitStatus(Exit::kUsage, session.Say(kManyCups, {ListCups(session, fitting)}));
}

absl::StatusOr<v1::StageView> FindStage(const Session& session, const v1::CupView& cup, uint32_t number) {
  if (number == 0 && cup.stages_size() == 1) return cup.stages(0);
  for (const v1::StageView& stage : cup.stages()) {
    if (stage.number() == number) return stage;
  }
  const std::string count = std::to_string(cup.stages_size());
  if (number == 0) return ExitStatus(Exit::kUsage, session.Say(kWhichStage, {count}));
  return ExitStatus(Exit::kUsage, session.Say(kNoStage, {Printable(Pick(session.lang, cup.name())),
                                                         std::to_string(number), count}));
}

absl::StatusOr<v1::StageView> FindSection(const Session& session, const v1::Overview& overview,
                                          std::string_view wanted) {
  const v1::StageView* found = nullptr;
  for (const v1::CupView& cup : overview.cups()) {
    for (const v1::StageView& stage : cup.stages()) {
      if (!IdBeginsWith(stage.section_id(), wanted)) continue;
      if (found != nullptr) return ExitStatus(Exit::kUsage, session.Say(kManySections, {Printable(wanted)}));
      found = &stage;
    }
  }
  if (found == nullptr) return ExitStatus(Exit::kUsage, session.Say(kNoSection, {Printable(wanted)}));
  return *found;
}

absl::StatusOr<v1::NodeRecord> FindNode(const Session& session, const v1::Overview& overview,
                                        std::string_view wanted) {
  const v1::NodeRecord* found = nullptr;
  bool many = false;
  for (const v1::NodeRecord& node : overview.nodes()) {
    if (node.name() != wanted && !IdBeginsWith(node.node_id(), wanted)) continue;
    many = many || found != nullptr;
    found = &node;
  }
  if (found != nullptr && !many) return *found;
  std::string list;
  for (const v1::NodeRecord& node : overview.nodes()) {
    list += "\n  " + HexEncode(node.node_id()).substr(0, 8) + "  " + Printable(node.name());
  }
  return ExitStatus(Exit::kUsage, session.Say(many ? kManyNodes : kNoNode, {Printable(wanted), list}));
}

absl::StatusOr<std::string> ParseId(const Session& session, std::string_view what, std::string_view hex) {
  const auto bytes = HexDecode(hex);
  if (!bytes || bytes->size() != 16) {
    return ExitStatus(Exit::kUsage, session.Say(kBadId, {std::string(what), Printable(hex)}));
  }
  return *bytes;
}

}  // namespace kubok::cli

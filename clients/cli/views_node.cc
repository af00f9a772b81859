#include "clients/cli/views_node.h"

#include <map>
#include <string_view>

#include "absl/strings/str_format.h"
#include "clients/cli/table.h"
#include "core/base/bytes.h"

namespace kubok::cli {
namespace {

constexpr auto kRight = Table::Align::kRight;
constexpr auto kLeft = Table::Align::kLeft;

constexpr Text kNode = {"Узел «{0}» ({1}), федерация {2}", "Node \"{0}\" ({1}), federation {2}"};
constexpr Text kState = {"Состояние: {0}", "State: {0}"};
constexpr Text kStates[] = {
    {"готов", "ready"},
    {"восстанавливается: новые записи пока не принимаются", "recovering: no new entries yet"},
    {"нездоров: записи не принимаются", "degraded: no entries are taken"}};
constexpr Text kStarted = {"Работает с {0}, kubok {1}", "Runs since {0}, kubok {1}"};
constexpr Text kPeerAddress = {"Ждёт другие узлы на {0}", "Waits for other nodes at {0}"};
constexpr Text kDisk = {"Свободно на диске: {0}; ключей имён: {1}", "Free on disk: {0}; keys of names: {1}"};
constexpr Text kAlarm = {"ТРЕВОГА: {0}", "ALARM: {0}"};
constexpr Text kLog = {"Журнал", "Log"}, kEvents = {"Событий", "Events"}, kSigned = {"Подписано", "Signed"},
               kRoot = {"Корень", "Root"}, kOwn = {"{0} (свой)", "{0} (own)"};
constexpr Text kPaused = {"Обмен остановлен с {0}: узел отрезан от всех по решению человека.",
                          "Sync is paused since {0}: the node is cut off by decision."};
constexpr Text kNoPeers = {"Связей нет.", "No lines."};
constexpr Text kPeer = {"Узел", "Node"}, kLine = {"Связь", "Line"}, kHeard = {"Слышен", "Heard"},
               kSkew = {"Часы", "Clock"}, kThere = {"Нет у них", "Lacks there"},
               kHere = {"Нет у нас", "Lacks here"}, kDigest = {"Сверка", "Digest"},
               kAddress = {"Адрес", "Address"};
constexpr Text kInbound = {"звонит сам", "dials us"};
constexpr Text kNever = {"—", "—"};
constexpr Text kProjections = {"Отпечаток проекций: {0} (версия свёртки {1})",
                               "Digest of the projections: {0} (fold version {1})"};
constexpr Text kStream = {"Поток", "Stream"}, kIgnored = {"Не учтено", "Ignored"},
               kWaiting = {"Ждут", "Waiting"}, kDigestHead = {"Отпечаток", "Digest"};
constexpr Text kIgnoredEvent = {" — не учтено: {0}", " - ignored: {0}"};
constexpr Text kVerify = {"{0}: {1} из {2} событий", "{0}: {1} of {2} events"};

struct Word {
  std::string_view key;
  Text text;
};

constexpr Word kLines[] = {{"live", {"на связи", "live"}},
                           {"catching_up", {"догоняет", "catching up"}},
                           {"connecting", {"соединяется", "connecting"}},
                           {"offline", {"нет связи", "offline"}},
                           {"refused", {"отказ", "refused"}},
                           {"paused", {"остановлено", "paused"}}};
constexpr Word kDigests[] = {
    {"equal", {"равны", "equal"}}, {"differs", {"РАСХОДЯТСЯ", "DIFFERS"}}, {"unknown", {"—", "—"}}};
constexpr Word kStreams[] = {{"STREAM_KIND_FEDERATION", {"федерация", "federation"}},
                             {"STREAM_KIND_CUP", {"кубок", "cup"}},
                             {"STREAM_KIND_STAGE", {"этап", "stage"}},
                             {"STREAM_KIND_SECTION", {"турнир", "section"}},
                             {"STREAM_KIND_CLAIMS", {"сведения узла", "claims"}}};

template <size_t N>
std::string Translate(Lang lang, const Word (&words)[N], std::string_view key) {
  for (const Word& word : words) {
    if (word.key == key) return Pick(lang, word.text);
  }
  return Printable(key);
}

std::string Say(const Reader& reader, const Text& text, std::initializer_list<std::string> values = {}) {
  return Fill(Pick(reader.lang, text), values);
}

std::string Short(std::string_view bytes) {
  return HexEncode(bytes.substr(0, 4));
}

std::string Skew(Lang lang, const v1::PeerStatus& peer) {
  if (peer.last_heard_unix_ms() == 0) return Pick(lang, kNever);
  const int64_t size = peer.skew_ms() < 0 ? -peer.skew_ms() : peer.skew_ms();
  const int64_t tenths = (size + 50) / 100;
  const std::string sign = tenths == 0 ? "" : peer.skew_ms() < 0 ? "-" : "+";
  const std::string seconds = Number(lang, Rational(tenths, 10));
  return sign + seconds + (lang == Lang::kRu ? " с" : " s");
}

std::string StateLine(const Reader& reader, const v1::NodeStatus& status) {
  const size_t index = status.state() == "ready" ? 0 : status.state() == "recovering" ? 1 : 2;
  std::string text = Say(reader, kState, {Pick(reader.lang, kStates[index])});
  if (!status.state_reason().empty()) text += " (" + Printable(status.state_reason()) + ")";
  return text + "\n";
}

}  // namespace

std::string SizeText(Lang lang, uint64_t bytes) {
  static constexpr Text kUnits[] = {
      {"Б", "B"}, {"КиБ", "KiB"}, {"МиБ", "MiB"}, {"ГиБ", "GiB"}, {"ТиБ", "TiB"}};
  size_t unit = 0;
  uint64_t tenths = bytes * 10;
  if (bytes > UINT64_MAX / 10) {
    tenths = bytes / 1024 * 10;
    unit = 1;
  }
  while (tenths >= 10240 && unit + 1 < std::size(kUnits)) {
    tenths /= 1024;
    ++unit;
  }
  const Rational value =
      unit == 0 ? Rational(static_cast<int64_t>(tenths / 10)) : Rational(static_cast<int64_t>(tenths), 10);
  return Number(lang, value) + " " + Pick(lang, kUnits[unit]);
}

std::string RenderNodeStatus(const Reader& reader, const v1::NodeStatus& status) {
  std::string text =
      Say(reader, kNode,
          {Printable(status.node_name()), HexEncode(status.node_id()), HexEncode(status.federation_id())}) +
      "\n" + StateLine(reader, status);
  text +=
      Say(reader, kStarted,
          {ClockTime(reader.lang, status.started_unix_ms(), reader.now_ms), Printable(status.version())}) +
      "\n";
  if (!status.peer_address().empty())
    text += Say(reader, kPeerAddress, {Printable(status.peer_address())}) + "\n";
  text +=
      Say(reader, kDisk, {SizeText(reader.lang, status.free_bytes()), std::to_string(status.vault_keys())}) +
      "\n";
  for (const std::string& alarm : status.alarms()) text += Say(reader, kAlarm, {Printable(alarm)}) + "\n";
  Table table({{Pick(reader.lang, kLog), kLeft, true},
               {Pick(reader.lang, kEvents), kRight},
               {Pick(reader.lang, kSigned), kRight},
               {Pick(reader.lang, kRoot)}});
  for (const v1::OriginStatus& origin : status.origins()) {
    const std::string name = origin.node_name().empty() ? Short(origin.origin()) : origin.node_name();
    table.Add({origin.own() ? Say(reader, kOwn, {name}) : name, std::to_string(origin.size()),
               std::to_string(origin.signed_size()), Short(origin.root())});
  }
  return text + (table.empty() ? "" : table.Render(reader.width));
}

std::string RenderSyncStatus(const Reader& reader, const v1::SyncStatus& status) {
  std::string text;
  if (status.paused()) {
    text +=
        Say(reader, kPaused, {ClockTime(reader.lang, status.paused_since_unix_ms(), reader.now_ms)}) + "\n";
  }
  if (status.peers().empty()) return text + Say(reader, kNoPeers) + "\n";
  Table table({{Pick(reader.lang, kPeer), kLeft, true},
               {Pick(reader.lang, kLine)},
               {Pick(reader.lang, kHeard)},
               {Pick(reader.lang, kSkew), kRight},
               {Pick(reader.lang, kThere), kRight},
               {Pick(reader.lang, kHere), kRight},
               {Pick(reader.lang, kDigest)},
               {Pick(reader.lang, kAddress), kLeft, true}});
  for (const v1::PeerStatus& peer : status.peers()) {
    table.Add({peer.name().empty() ? Short(peer.node_id()) : peer.name(),
               Translate(reader.lang, kLines, peer.state()),
               peer.last_heard_unix_ms() == 0
                   ? Pick(reader.lang, kNever)
                   : ClockTime(reader.lang, peer.last_heard_unix_ms(), reader.now_ms),
               Skew(reader.lang, peer), std::to_string(peer.missing_there()),
               std::to_string(peer.missing_here()), Translate(reader.lang, kDigests, peer.digest_state()),
               peer.address().empty() ? Pick(reader.lang, kInbound) : peer.address()});
    if (!peer.detail().empty()) table.AddRemark(peer.detail(), 1);
  }
  return text + table.Render(reader.width);
}

std::string RenderDigest(const Reader& reader, const v1::DigestView& digest) {
  std::string text =
      Say(reader, kProjections, {Printable(digest.digest()), std::to_string(digest.fold_version())}) + "\n";
  Table table({{Pick(reader.lang, kStream)},
               {Pick(reader.lang, kEvents), kRight},
               {Pick(reader.lang, kIgnored), kRight},
               {Pick(reader.lang, kWaiting), kRight},
               {Pick(reader.lang, kDigestHead)}});
  for (const v1::StreamDigest& stream : digest.streams()) {
    table.Add({Translate(reader.lang, kStreams, v1::StreamKind_Name(stream.stream().kind())) + " " +
                   Short(stream.stream().id()),
               std::to_string(stream.events()), std::to_string(stream.ignored()),
               std::to_string(stream.waiting()), stream.digest().substr(0, 16)});
  }
  return text + (table.empty() ? "" : table.Render(reader.width));
}

std::string EventLine(const Reader& reader, const v1::EventSummary& event) {
  const uint64_t seq = event.position().size() == 0 ? 0 : event.position().size() - 1;
  std::string line = PadRight(Short(event.position().origin()) + ":" + std::to_string(seq), 14) + " " +
                     ClockTime(reader.lang, event.stamp().wall_unix_ms(), reader.now_ms) + "  " +
                     Translate(reader.lang, kStreams, v1::StreamKind_Name(event.stream().kind())) + ": " +
                     Printable(Pick(reader.lang, event.text()));
  if (!event.actor_name().empty()) line += " (" + Printable(event.actor_name()) + ")";
  if (!event.ignored_reason().empty())
    line += Say(reader, kIgnoredEvent, {Printable(event.ignored_reason())});
  return line;
}

std::string VerifyLine(const Reader& reader, const v1::VerifyLogProgress& progress) {
  const std::string name = progress.node_name().empty() ? Short(progress.origin()) : progress.node_name();
  return Say(reader, kVerify,
             {Printable(name), std::to_string(progress.done()), std::to_string(progress.total())});
}

}  // namespace kubok::cli

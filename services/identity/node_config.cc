// Configuration of a node: node.textproto and peers.textproto.
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <charconv>
#include <optional>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "services/identity/node_dir.h"

namespace kubok::services {
namespace {

constexpr uint32_t kHeartbeatMs = 5000, kDeadAfterMs = 15000, kReconnectMinMs = 1000, kReconnectMaxMs = 60000;
constexpr size_t kNameCharacters = 100;

// Keeps the first fault, with its place.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (text_.empty()) text_ = absl::StrFormat("line %d, column %d: %s", line + 1, column + 1, message);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

template <typename T>
absl::StatusOr<T> ParseText(std::string_view text, std::string_view file_name) {
  T message;
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (!parser.ParseFromString(std::string(text), &message)) {
    return InvalidArgument("%s: %s", file_name, error.text());
  }
  return message;
}

size_t Characters(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

struct HostPort {
  std::string_view host;
  int port = 0;
};

// "host:port" or "[v6]:port", port 0..65535.
std::optional<HostPort> SplitAddress(std::string_view address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  HostPort result{address.substr(0, colon), 0};
  if (result.host.find(':') != std::string_view::npos && result.host.front() != '[') return std::nullopt;
  if (result.host.find_first_of(" \t/") != std::string_view::npos) return std::nullopt;
  const char* const end = address.data() + address.size();
  const auto [stop, error] = std::from_chars(address.data() + colon + 1, end, result.port);
  if (error != std::errc() || stop != end || result.port < 0 || result.port > 65535) return std::nullopt;
  return result;
}

bool IsLoopback(std::string_view host) {
  return host == "localhost" || host == "[::1]" || (host.starts_with("127.") && host.size() <= 15);
}

// Area/City as in the IANA database; whether it exists there is the machine's matter, not ours.
bool LooksLikeZone(std::string_view zone) {
  if (zone == "UTC") return true;
  const size_t slash = zone.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == zone.size() || zone.size() > 64)
    return false;
  for (const char c : zone) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '/' || c == '_' || c == '-' || c == '+';
    if (!fits) return false;
  }
  return true;
}

absl::Status CheckAddress(std::string_view field, std::string_view address) {
  if (SplitAddress(address)) return absl::OkStatus();
  return InvalidArgument("%s: \"%s\" is not host:port", field, address);
}

absl::Status CheckAddresses(const v1::NodeConfig& config) {
  KUBOK_RETURN_IF_ERROR(CheckAddress("peer_listen", config.peer_listen()));
  KUBOK_RETURN_IF_ERROR(CheckAddress("admin_listen", config.admin_listen()));
  if (!IsLoopback(SplitAddress(config.admin_listen())->host)) {
    return InvalidArgument("admin_listen: \"%s\" must be on this machine: 127.0.0.1:PORT",
                           config.admin_listen());
  }
  for (const std::string& address : config.advertise()) {
    KUBOK_RETURN_IF_ERROR(CheckAddress("advertise", address));
    if (SplitAddress(address)->port == 0) return InvalidArgument("advertise: \"%s\" needs a port", address);
  }
  for (const v1::Peer& peer : config.peers())
    KUBOK_RETURN_IF_ERROR(CheckAddress("peers.address", peer.address()));
  return absl::OkStatus();
}

}  // namespace

v1::NodeConfig WithDefaults(v1::NodeConfig config) {
  if (config.peer_listen().empty()) config.set_peer_listen("0.0.0.0:7443");
  if (config.admin_listen().empty()) config.set_admin_listen("127.0.0.1:0");
  if (config.heartbeat_ms() == 0) config.set_heartbeat_ms(kHeartbeatMs);
  if (config.dead_after_ms() == 0) config.set_dead_after_ms(kDeadAfterMs);
  if (config.log_level().empty()) config.set_log_level("info");
  if (config.disk_reserve_bytes() == 0) config.set_disk_reserve_bytes(limits::kDiskReserveBytes);
  if (config.lang().empty()) config.set_lang("ru");
  if (config.reconnect_min_ms() == 0) config.set_reconnect_min_ms(kReconnectMinMs);
  if (config.reconnect_max_ms() == 0) config.set_reconnect_max_ms(kReconnectMaxMs);
  return config;
}

absl::Status CheckConfig(const v1::NodeConfig& given) {
  const v1::NodeConfig config = WithDefaults(given);
  const size_t characters = Characters(config.node_name());
  if (characters == 0 || characters > kNameCharacters) {
    return InvalidArgument("node_name: give a name of 1 to %u characters", kNameCharacters);
  }
  if (!LooksLikeZone(config.zone())) {
    return InvalidArgument("zone: \"%s\" is not a zone such as Asia/Novosibirsk", config.zone());
  }
  KUBOK_RETURN_IF_ERROR(CheckAddresses(config));
  if (config.dead_after_ms() <= config.heartbeat_ms()) {
    return InvalidArgument("dead_after_ms: %u must be more than heartbeat_ms, %u", config.dead_after_ms(),
                           config.heartbeat_ms());
  }
  if (config.reconnect_max_ms() < config.reconnect_min_ms()) {
    return InvalidArgument("reconnect_max_ms: %u is less than reconnect_min_ms, %u",
                           config.reconnect_max_ms(), config.reconnect_min_ms());
  }
  if (config.lang() != "ru" && config.lang() != "en") {
    return InvalidArgument("lang: \"%s\" is neither ru nor en", config.lang());
  }
  const std::string_view level = config.log_level();
  if (level != "debug" && level != "info" && level != "warning" && level != "error") {
    return InvalidArgument("log_level: \"%s\" is none of debug, info, warning, error", level);
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::NodeConfig> LoadConfig(const NodeDir& dir) {
  const auto text = dir.files().ReadFile(dir.config_file());
  if (absl::IsNotFound(text.status())) {
    return NotFound("%s holds no node: there is no node.textproto; make one with `kubok node init`",
                    dir.root());
  }
  KUBOK_RETURN_IF_ERROR(text.status());
  KUBOK_ASSIGN_OR_RETURN(const v1::NodeConfig config, ParseText<v1::NodeConfig>(*text, "node.textproto"));
  if (absl::Status status = CheckConfig(config); !status.ok()) return Annotate(status, "node.textproto");
  return WithDefaults(config);
}

absl::StatusOr<v1::Peers> LoadPeers(const NodeDir& dir) {
  const auto text = dir.files().ReadFile(dir.peers_file());
  if (absl::IsNotFound(text.status())) return v1::Peers();
  KUBOK_RETURN_IF_ERROR(text.status());
  return ParseText<v1::Peers>(*text, "peers.textproto");
}

absl::Status SavePeers(const NodeDir& dir, const v1::Peers& peers) {
  std::string text;
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseUtf8StringEscaping(true);
  KUBOK_CHECK(printer.PrintToString(peers, &text));
  return dir.files().AtomicWriteFile(dir.peers_file(), text);
}

}  // namespace kubok::services

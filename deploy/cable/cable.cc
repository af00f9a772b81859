// kubok-cable: a TCP relay that stands for a network cable in the demonstration and in tests.
//   SIGUSR1  pulled: accepts nothing, forwards nothing, closes nothing. A real pulled cable is silent.
//   SIGUSR2  plugged in again: what was connected when it was pulled is closed, so that both ends notice.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <list>
#include <string>
#include <vector>

namespace {

constexpr size_t kBufferBytes = 64 * 1024;

struct Address {
  std::string host;
  std::string port;
};

Address ParseAddress(const std::string& text, const std::string& default_host) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {default_host, text};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

void NoDelay(int fd) {
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// A listening (`listen` true) or connecting non-blocking socket; -1 if neither address works.
int OpenSocket(const Address& address, bool listening) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = listening ? AI_PASSIVE : 0;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found) != 0) return -1;
  int result = -1;
  for (const addrinfo* each = found; each != nullptr && result < 0; each = each->ai_next) {
    const int fd = socket(each->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) continue;
    const int on = 1;
    if (listening) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const bool ready = listening ? bind(fd, each->ai_addr, each->ai_addrlen) == 0 && listen(fd, 64) == 0
                                 : connect(fd, each->ai_addr, each->ai_addrlen) == 0 || errno == EINPROGRESS;
    if (ready) {
      result = fd;
    } else {
      close(fd);
    }
  }
  freeaddrinfo(found);
  return result;
}

int BoundPort(int fd) {
  sockaddr_storage name{};
  socklen_t size = sizeof name;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&name), &size) != 0) return 0;
  return ntohs(name.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&name)->sin6_port
                                          : reinterpret_cast<sockaddr_in*>(&name)->sin_port);
}

// Two sockets, and for each the bytes that wait to be written into it.
struct Link {
  std::array<int, 2> fd{-1, -1};
  std::array<std::string, 2> waiting;
  std::array<bool, 2> ended{};   // nothing more will be read from it
  std::array<bool, 2> closed{};  // and the other side was told so
  bool broken = false;
};

bool WouldBlock() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

void ReadFrom(Link& link, size_t side) {
  std::array<char, kBufferBytes> bytes;
  const ssize_t count = recv(link.fd[side], bytes.data(), bytes.size(), 0);
  if (count > 0) {
    link.waiting[1 - side].append(bytes.data(), static_cast<size_t>(count));
  } else if (count == 0) {
    link.ended[side] = true;
  } else if (!WouldBlock()) {
    link.broken = true;
  }
}

void WriteTo(Link& link, size_t side) {
  std::string& waiting = link.waiting[side];
  const ssize_t count = send(link.fd[side], waiting.data(), waiting.size(), MSG_NOSIGNAL);
  if (count > 0) {
    waiting.erase(0, static_cast<size_t>(count));
  } else if (count < 0 && !WouldBlock()) {
    link.broken = true;
  }
}

void PassOnEnds(Link& link) {
  for (size_t side : {0, 1}) {
    if (link.ended[1 - side] && link.waiting[side].empty() && !link.closed[side]) {
      shutdown(link.fd[side], SHUT_WR);
      link.closed[side] = true;
    }
  }
  if (link.closed[0] && link.closed[1]) link.broken = true;
}

short WantedEvents(const Link& link, size_t side) {
  short events = 0;
  if (!link.ended[side] && link.waiting[1 - side].size() < kBufferBytes) events |= POLLIN;
  if (!link.waiting[side].empty()) events |= POLLOUT;
  return events;
}

class Cable {
 public:
  Cable(int listener, int signals, Address to) : listener_(listener), signals_(signals), to_(std::move(to)) {}

  // Until SIGTERM or SIGINT.
  void Run() {
    while (running_) {
      std::vector<pollfd> polled = {{signals_, POLLIN, 0}};
      if (!pulled_) {
        polled.push_back({listener_, POLLIN, 0});
        for (const Link& link : links_) {
          for (size_t side : {0, 1}) {
            // A side without wishes is left out: poll would report its hang-up again and again.
            const short events = WantedEvents(link, side);
            polled.push_back({events != 0 ? link.fd[side] : -1, events, 0});
          }
        }
      }
      if (poll(polled.data(), polled.size(), -1) < 0) continue;
      if (!pulled_) MoveBytes(polled);
      if (polled[0].revents != 0) OnSignal();
    }
    links_.remove_if([](Link& link) { return CloseBoth(link); });
  }

 private:
  static bool CloseBoth(Link& link) {
    for (int fd : link.fd) close(fd);
    return true;
  }

  void MoveBytes(const std::vector<pollfd>& polled) {
    size_t next = 2;
    for (Link& link : links_) {
      for (size_t side : {0, 1}) {
        const short happened = polled[next++].revents;
        if ((happened & POLLOUT) != 0 && !link.broken) WriteTo(link, side);
        if ((happened & (POLLIN | POLLHUP | POLLERR)) != 0 && !link.ended[side] && !link.broken) {
          ReadFrom(link, side);
        }
      }
      if (!link.broken) PassOnEnds(link);
    }
    links_.remove_if([](Link& link) { return link.broken && CloseBoth(link); });
    if (polled[1].revents != 0) Accept();
  }

  void Accept() {
    const int near = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (near < 0) return;
    const int far = OpenSocket(to_, false);
    if (far < 0) {
      close(near);
      return;
    }
    NoDelay(near);
    NoDelay(far);
    Link link;
    link.fd = {near, far};
    links_.push_back(std::move(link));
  }

  void OnSignal() {
    signalfd_siginfo info{};
    if (read(signals_, &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return;
    switch (static_cast<int>(info.ssi_signo)) {
      case SIGUSR1:
        pulled_ = true;
        std::puts("pulled");
        break;
      case SIGUSR2:
        if (pulled_) links_.remove_if([](Link& link) { return CloseBoth(link); });
        pulled_ = false;
        std::puts("plugged in");
        break;
      default:
        running_ = false;
    }
    std::fflush(stdout);
  }

  const int listener_;
  const int signals_;
  const Address to_;
  std::list<Link> links_;
  bool pulled_ = false;
  bool running_ = true;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "A TCP relay that can be pulled (SIGUSR1) and plugged in again (SIGUSR2) like a network cable.");
  std::string listen_text;
  std::string to_text;
  app.add_option("--listen", listen_text, "[HOST:]PORT to listen on; 127.0.0.1 without a host; port 0: any")
      ->required();
  app.add_option("--to", to_text, "HOST:PORT of the other end")->required();
  CLI11_PARSE(app, argc, argv);

  const Address here = ParseAddress(listen_text, "127.0.0.1");
  const int listener = OpenSocket(here, true);
  if (listener < 0) {
    std::fprintf(stderr, "kubok-cable: cannot listen on %s port %s: %s\n", here.host.c_str(),
                 here.port.c_str(), std::strerror(errno));
    return 1;
  }
  sigset_t wanted;
  sigemptyset(&wanted);
  for (int number : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) sigaddset(&wanted, number);
  sigprocmask(SIG_BLOCK, &wanted, nullptr);
  const int signals = signalfd(-1, &wanted, SFD_CLOEXEC);
  std::printf("%s:%d -> %s\n", here.host.c_str(), BoundPort(listener), to_text.c_str());
  std::fflush(stdout);
  Cable(listener, signals, ParseAddress(to_text, "127.0.0.1")).Run();
  return 0;
}

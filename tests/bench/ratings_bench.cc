// A list of two million made-up persons: import and search. usage: ratings_bench DIR [ROWS]; DIR must not
// exist.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/ratings/list_parser.h"
#include "services/ratings/list_index.h"

namespace {

using Clock = std::chrono::steady_clock;

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Names of syllables: some hundred thousand surnames, a few of them very frequent.
class Names {
 public:
  std::string Surname() {
    static constexpr const char* kFrequent[] = {"Ivanov", "Smirnov", "Petrov", "Garcia", "Singh", "Kumar"};
    if (random_() % 40 == 0) return kFrequent[random_() % 6];
    return Syllables(2 + random_() % 3) + (random_() % 2 ? "ov" : "ski");
  }
  std::string Given() { return Syllables(2 + random_() % 2); }
  uint32_t Number(uint32_t most) { return static_cast<uint32_t>(random_() % most); }

 private:
  std::string Syllables(size_t count) {
    static constexpr char kConsonants[] = "bdfgklmnprstvz", kVowels[] = "aeiou";
    std::string word;
    for (size_t i = 0; i < count; ++i) {
      word += kConsonants[random_() % 14];
      word += kVowels[random_() % 5];
    }
    word[0] = static_cast<char>(word[0] - 32);
    return word;
  }
  std::mt19937_64 random_{20261201};
};

std::string Line(const std::vector<std::pair<size_t, std::string>>& fields) {
  std::string line(162, ' ');
  for (const auto& [at, text] : fields) line.replace(at, text.size(), text);
  return line + "\r\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s DIR [ROWS]\n", argv[0]);
    return 2;
  }
  const uint64_t rows = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2'000'000;
  std::atomic<bool> cancelled = false;
  auto builder = kubok::services::ListBuilder::Create(argv[1], &cancelled);
  KUBOK_CHECK(builder.ok());
  kubok::ratings::ListOptions options;
  options.month = "2026-11";
  kubok::ratings::ListParser parser(options, [&](const auto& row) { return (*builder)->Add(row); });
  Names names;
  const auto start = Clock::now();
  double making = 0;
  KUBOK_CHECK(parser
                  .Feed(Line({{0, "ID Number"},
                              {15, "Name"},
                              {76, "Fed"},
                              {80, "Sex"},
                              {84, "Tit"},
                              {89, "WTit"},
                              {94, "OTit"},
                              {109, "FOA"},
                              {113, "SRtng"},
                              {119, "SGm"},
                              {123, "SK"},
                              {126, "RRtng"},
                              {132, "RGm"},
                              {136, "Rk"},
                              {139, "BRtng"},
                              {145, "BGm"},
                              {149, "BK"},
                              {152, "B-day"},
                              {158, "Flag"}}))
                  .ok());
  std::string piece;
  for (uint64_t i = 0; i < rows; ++i) {
    const auto made = Clock::now();
    piece += Line({{0, std::to_string(100000 + i)},
                   {15, names.Surname() + ", " + names.Given()},
                   {76, "RUS"},
                   {80, "M"},
                   {113, std::to_string(1400 + names.Number(1200))},
                   {152, std::to_string(1940 + names.Number(80))}});
    making += Since(made);
    if (piece.size() < 256 * 1024 && i + 1 < rows) continue;
    KUBOK_CHECK(parser.Feed(piece).ok());
    piece.clear();
  }
  KUBOK_CHECK(parser.Finish().ok());
  const double read = Since(start) - making;
  KUBOK_CHECK((*builder)->Finish().ok());
  std::printf("import: %llu rows, read %.1f s, ordered after %.1f s in all\n",
              static_cast<unsigned long long>(rows), read, Since(start) - making);
  const auto opening = Clock::now();
  const auto index = kubok::services::ListIndex::Open(argv[1]);
  KUBOK_CHECK(index.ok());
  std::printf("open: %.0f ms\n", Since(opening) * 1000);
  for (const char* text : {"Ivanov", "Иванов", "Иванов Б", "Ivonov Bado", "Garsia", "Bado Garcia 1990",
                           "Kumarr", "Smirnovv Lemi", "150000", "Xyzzyq"}) {
    const auto asked = Clock::now();
    bool more = false;
    const auto hits = (*index)->Find(kubok::ratings::ParseQuery(text), 20, &more);
    KUBOK_CHECK(hits.ok());
    const double cold = Since(asked) * 1000;
    const auto again = Clock::now();
    KUBOK_CHECK((*index)->Find(kubok::ratings::ParseQuery(text), 20, &more).ok());
    std::printf("find %-18s %3zu hits%s, %.1f ms, again %.1f ms\n", text, hits->size(),
                more ? " and more" : "", cold, Since(again) * 1000);
  }
  return 0;
}

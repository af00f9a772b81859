// Names as they are searched: spellings, initials, typing faults; the vocabulary against a plain search.
#include "core/ratings/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/ratings/vocabulary.h"

namespace kubok::ratings {
namespace {

TEST(NameKey, SpellingsOfOneNameHaveOneKey) {
  const std::vector<std::vector<std::string>> groups = {
      {"Щербаков", "Shcherbakov", "Scherbakov", "ЩЕРБАКОВ"},
      {"Королёв", "Королев", "Korolev"},
      {"Юлия", "Yulia", "Iuliia", "Yuliya", "Julija"},
      {"Дмитрий", "Dmitry", "Dmitriy", "Dmitrii", "Dmitrij"},
      {"Евгений", "Evgeny", "Evgeniy", "Yevgeny"},
      {"Алексей", "Alexey", "Aleksei", "Alexei"},
      {"Хаит", "Khait"},
      {"Цветков", "Tsvetkov", "Cvetkov"},
      {"Григорьев", "Grigoriev", "Grigoryev"},
      {"Карлсен", "Carlsen"},
      {"Žukov", "Zhukov", "Жуков"},
      {"Müller", "Muller", "MULLER"},
      {"Il'in", "Ильин", "Ilyin"},
  };
  std::set<std::string> keys;
  for (const auto& group : groups) {
    for (const std::string& name : group) EXPECT_EQ(FoldWord(name), FoldWord(group.front())) << name;
    EXPECT_TRUE(keys.insert(FoldWord(group.front())).second) << group.front();
  }
  EXPECT_EQ(FoldWord("123 !"), "");
}

TEST(NameKey, SplitsSurnamesOffBeforeACommaOrByHyphens) {
  EXPECT_EQ(SplitName("Garcia Lopez, Juan").surname_words, 2u);
  EXPECT_EQ(SplitName("Иванова-Петрова Анна").surname_words, 2u);
  EXPECT_EQ(SplitName("Иванов Иван").surname_words, 0u);
  EXPECT_EQ(JoinKeys(SplitName("Иванов И.И.").keys), "ivanov i i");
  EXPECT_EQ(LiteralKey("  СЁМИН, пётр "), "семин петр");
}

TEST(Match, UnderstandsWhatIsTyped) {
  EXPECT_EQ(ParseQuery("4100018").id, "4100018");
  EXPECT_EQ(ParseQuery("Иванов 2010").year, 2010u);
  EXPECT_EQ(ParseQuery("Иванов 2010").id, "");
  EXPECT_EQ(ParseQuery("иванов и.и.").words, (std::vector<std::string>{"ivanov", "i", "i"}));
  EXPECT_TRUE(ParseQuery(" -,. ").words.empty());
}

TEST(Match, MeasuresHowFarANameIs) {
  struct Case {
    const char* typed;
    const char* name;
    uint32_t year;
    std::optional<uint32_t> expected;
  };
  const Case cases[] = {
      {"Иванов Иван", "Ivanov, Ivan", 2010, 0},
      {"иван иванов", "Иванов Иван Иванович", 2010, 0},
      {"Иванов И.И.", "Иванов Иван Иванович", 0, 0},
      {"Иванов Иванович", "Иванов Иван Иванович", 0, 0},
      {"Иван", "Иванов Пётр", 0, 1},
      {"Ивонов Иван", "Иванов Иван", 0, 2},
      {"Иванов Иван 2010", "Иванов Иван", 2010, 0},
      {"Иванов Иван 2010", "Иванов Иван", 2011, 2},
      {"Иванов Иван 2010", "Иванов Иван", 0, 1},
      {"Иванов Иван 2010", "Иванов Иван", 1990, std::nullopt},
      {"Петров Иван", "Сидоров Иван", 0, std::nullopt},
      {"Lopez Juan", "Garcia Lopez, Juan", 0, 0},
      {"Ким", "Кин", 0, std::nullopt},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(Distance(ParseQuery(one.typed), SplitName(one.name), one.year), one.expected)
        << one.typed << " / " << one.name;
  }
}

TEST(VocabularyTest, FindsWhatAPlainSearchFinds) {
  std::mt19937 random(7);
  std::set<std::string> words;
  while (words.size() < 3000) {
    std::string word;
    for (size_t i = 0, size = 1 + random() % 8; i < size; ++i) word += static_cast<char>('a' + random() % 4);
    words.insert(word);
  }
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.Add(word);
  ASSERT_EQ(vocabulary.size(), words.size());
  for (int i = 0; i < 100; ++i) {
    std::string wanted;
    for (size_t j = 0, size = random() % 9; j < size; ++j) wanted += static_cast<char>('a' + random() % 4);
    const uint32_t most = static_cast<uint32_t>(random() % 3);
    std::map<std::string, uint32_t> expected, found;
    for (const std::string& word : words) {
      if (const auto distance = WordDistance(wanted, word, most)) expected[word] = *distance;
    }
    for (const auto& near : vocabulary.FindNear(wanted, most, 100000))
      found[std::string(near.word)] = near.distance;
    EXPECT_EQ(found, expected) << wanted << " " << most;
  }
  EXPECT_EQ(WordDistance("ab", "ba", 2), 1u);
}

}  // namespace
}  // namespace kubok::ratings

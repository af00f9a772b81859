// Rules of a cup's stream, and of adopted texts.
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <array>

#include "core/base/limits.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

class Silent final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, google::protobuf::io::ColumnNumber, const std::string&) override {}
};

Verdict CheckStage(const CupState& state, const v1::StageScheduled& stage) {
  const auto stage_id = StreamId::From(stage.stage_id());
  const auto section_id = StreamId::From(stage.section_id());
  if (!stage_id || !section_id) return Malformed("an id has not 16 bytes");
  if (state.regulation.text.empty()) return RuleBreak{"cup.no_regulation", {}};
  const uint32_t planned = state.regulation.parsed ? state.regulation.parsed->cup().stages() : 0;
  if (stage.number() == 0 || (planned != 0 && stage.number() > planned)) {
    return RuleBreak{"cup.stage_number",
                     {{"number", std::to_string(stage.number())}, {"stages", std::to_string(planned)}}};
  }
  if (state.stages.contains(stage.number())) {
    return RuleBreak{"cup.stage_exists", {{"number", std::to_string(stage.number())}}};
  }
  for (const auto& [number, other] : state.stages) {
    if (other.stage_id == *stage_id || other.section_id == *section_id)
      return Malformed("the id is of another stage");
  }
  if (!IsDate(stage.start_date())) return RuleBreak{"cup.start_date", {{"date", stage.start_date()}}};
  if (stage.zone().empty()) return RuleBreak{"cup.zone_missing", {}};
  return std::nullopt;
}

void EvolveStage(CupState& state, const v1::StageScheduled& scheduled) {
  Stage& stage = state.stages[scheduled.number()];
  stage.stage_id = *StreamId::From(scheduled.stage_id());
  stage.number = scheduled.number();
  stage.city = scheduled.city();
  stage.zone = scheduled.zone();
  stage.start_date = scheduled.start_date();
  stage.section_id = *StreamId::From(scheduled.section_id());
  stage.section_name = scheduled.section_name();
}

}  // namespace

AdoptedRegulation ReadRegulation(const v1::RegulationAdopted& adopted) {
  AdoptedRegulation result;
  result.text = adopted.text();
  if (const auto digest = HashFrom(adopted.digest())) result.digest = *digest;
  // Only the form is read here: what a regulation must say was checked before it was adopted, and stricter
  // rules of a later version must not change what old logs mean.
  auto parsed = std::make_shared<v1::Regulation>();
  Silent silent;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&silent);
  if (parser.ParseFromString(adopted.text(), parsed.get())) result.parsed = std::move(parsed);
  return result;
}

bool DigestFits(const Projection::Trust& trust, const v1::RegulationAdopted& adopted) {
  return !adopted.text().empty() && adopted.text().size() <= limits::kRegulationBytes &&
         adopted.digest() == View(trust.sha256(adopted.text()));
}

bool IsDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](size_t from, size_t count) {
    int value = 0;
    for (const char c : text.substr(from, count)) {
      if (c < '0' || c > '9') return -1;
      value = value * 10 + (c - '0');
    }
    return value;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= kDays[static_cast<size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

Verdict CheckCup(const CupState* state, const RuleContext& context, const v1::Payload& payload) {
  if (payload.kind_case() == P::kCupCreated) {
    if (state != nullptr) return RuleBreak{"cup.exists", {}};
    return std::nullopt;
  }
  if (state == nullptr) return RuleBreak{"cup.not_created", {}};
  switch (payload.kind_case()) {
    case P::kRegulationAdopted:
      if (!state->regulation.text.empty()) return RuleBreak{"cup.regulation_exists", {}};
      if (!DigestFits(context.trust, payload.regulation_adopted())) {
        return Malformed("the digest is not of the text, or the text is too long");
      }
      return std::nullopt;
    case P::kStageScheduled:
      return CheckStage(*state, payload.stage_scheduled());
    default:
      return Malformed("this payload is not written in a cup's stream");
  }
}

void EvolveCup(CupState& state, const RuleContext& context, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kCupCreated:
      state.id = context.stream;
      state.name = payload.cup_created().name();
      state.season = payload.cup_created().season();
      return;
    case P::kRegulationAdopted:
      state.regulation = ReadRegulation(payload.regulation_adopted());
      return;
    case P::kStageScheduled:
      return EvolveStage(state, payload.stage_scheduled());
    default:
      return;
  }
}

}  // namespace kubok::tournament

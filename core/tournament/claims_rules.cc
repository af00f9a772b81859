// Rules of an origin's claims.
#include "core/base/limits.h"
#include "core/tournament/rules.h"

namespace kubok::tournament {
namespace {

using P = v1::Payload;

bool WellFormed(const v1::Sealed& sealed) {
  return sealed.key_id().size() == 16 && sealed.nonce().size() == 24 && !sealed.ciphertext().empty();
}

Verdict CheckOpened(const ClaimsState& state, const RuleContext& context, const v1::OriginOpened& opened) {
  if (state.opened) return RuleBreak{"claims.origin_opened", {}};
  if (Raw(context.event.seq) != 0) return Malformed("OriginOpened is not the first event of its log");
  if (!NodeId::From(opened.node_id()) || opened.log_public_key().size() != 32) {
    return Malformed("node_id or log_public_key is missing");
  }
  return std::nullopt;
}

Verdict CheckPerson(const ClaimsState& state, const v1::PersonRecorded& recorded) {
  const auto person = PersonId::From(recorded.person_id());
  if (!person) return Malformed("person_id has not 16 bytes");
  if (!WellFormed(recorded.name())) return Malformed("the name is not sealed");
  if (recorded.has_ids() && !WellFormed(recorded.ids())) return Malformed("the ids are not sealed");
  if (state.persons.contains(*person)) return RuleBreak{"claims.person_exists", {}};
  return std::nullopt;
}

Verdict CheckLink(const ClaimsState& state, const v1::PersonsLinked& linked) {
  const auto link = LinkId::From(linked.link_id());
  const auto a = PersonId::From(linked.person_a());
  const auto b = PersonId::From(linked.person_b());
  if (!link || !a || !b) return Malformed("an id has not 16 bytes");
  if (*a == *b) return RuleBreak{"claims.link_to_self", {}};
  if (state.links.contains(*link)) return RuleBreak{"claims.link_exists", {}};
  return std::nullopt;
}

bool IsMonth(std::string_view text) {
  return text.size() == 7 && IsDate(std::string(text) + "-01");
}

Verdict CheckRatingList(const v1::RatingListImported& list) {
  if (list.system().empty() || list.system().size() > limits::kRatingSystemBytes) {
    return Malformed("the rating system's name is empty or too long");
  }
  if (list.source().empty() || list.source().size() > limits::kTextBytes) {
    return Malformed("the rating list's source is empty or too long");
  }
  if (!IsMonth(list.month())) return Malformed("the rating list's month is not YYYY-MM");
  if (list.digest().size() != 32 || list.rows() == 0) {
    return Malformed("the rating list has no digest or no row");
  }
  return std::nullopt;
}

}  // namespace

Verdict CheckClaims(const ClaimsState& state, const RuleContext& context, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kOriginOpened:
      return CheckOpened(state, context, payload.origin_opened());
    case P::kPersonRecorded:
      return CheckPerson(state, payload.person_recorded());
    case P::kPersonsLinked:
      return CheckLink(state, payload.persons_linked());
    case P::kPersonsUnlinked: {
      const auto link = LinkId::From(payload.persons_unlinked().link_id());
      if (!link) return Malformed("link_id has not 16 bytes");
      if (state.unlinked.contains(*link)) return RuleBreak{"claims.unlinked_already", {}};
      return std::nullopt;
    }
    case P::kRatingListImported:
      return CheckRatingList(payload.rating_list_imported());
    default:
      return Malformed("this payload is not written in claims");
  }
}

void EvolveClaims(ClaimsState& state, const RuleContext& context, const v1::Payload& payload) {
  switch (payload.kind_case()) {
    case P::kOriginOpened:
      state.opened = payload.origin_opened();
      return;
    case P::kPersonRecorded: {
      const v1::PersonRecorded& recorded = payload.person_recorded();
      state.persons[*PersonId::From(recorded.person_id())] =
          std::make_shared<const PersonClaim>(PersonClaim{recorded.name(), recorded.ids(), context.event});
      return;
    }
    case P::kPersonsLinked: {
      const v1::PersonsLinked& linked = payload.persons_linked();
      state.links[*LinkId::From(linked.link_id())] = {*PersonId::From(linked.person_a()),
                                                      *PersonId::From(linked.person_b())};
      return;
    }
    case P::kPersonsUnlinked:
      state.unlinked.insert(*LinkId::From(payload.persons_unlinked().link_id()));
      return;
    case P::kRatingListImported:
      state.rating_lists[payload.rating_list_imported().system()] = payload.rating_list_imported();
      return;
    default:
      return;
  }
}

}  // namespace kubok::tournament

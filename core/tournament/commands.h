// commands.h: what a person, or the node itself, asks for. Everything that is not deterministic is in the
// command already: ids were drawn, names and reasons sealed, regulation texts parsed.
#ifndef KUBOK_CORE_TOURNAMENT_COMMANDS_H_
#define KUBOK_CORE_TOURNAMENT_COMMANDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/tournament/types.h"
#include "kubok/v1/payload.pb.h"
#include "kubok/v1/regulation.pb.h"

namespace kubok::tournament {

// ---- the node itself
// ---------------------------------------------------------------------------------------------

// -> OriginOpened, in the node's claims; the first event of its log.
struct OpenOrigin {
  v1::OriginOpened opened;
};

// -> FederationFounded, RoleGranted (the hub's operator becomes the federation office), StreamAssigned (the
// federation's stream to the hub). `founded.delegation_signature` is of the root key over
// DelegationMessage().
struct FoundFederation {
  v1::FederationFounded founded;
};

// -> RatingListImported, in the node's claims, once the list is whole in the node's index.
struct RecordRatingList {
  v1::RatingListImported list;
};

// ---- federation: on the node that owns its stream
// ----------------------------------------------------------------

struct EnrolNode {
  v1::NodeRecord node;
};

struct GrantRole {
  UserId user;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::optional<StreamKey> scope;  // unset = the whole federation; else a cup or a section
  std::optional<NodeId> node;      // unset = wherever the user is authenticated
};

struct RevokeRole {
  UserId user;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::optional<StreamKey> scope;
};

// The stream's next epoch. Events of the owner before count as far as this node has folded them: that is the
// cut.
struct AssignStream {
  StreamKey stream;  // of a cup or a section
  NodeId node;
};

struct ErasePerson {
  PersonId person;
  v1::Sealed reason;
};

// -> StreamAssigned (to this node), CupCreated, RegulationAdopted.
struct CreateCup {
  StreamId cup_id;  // new
  v1::Regulation regulation;
  std::string regulation_text;  // what `regulation` was parsed from
};

// -> StreamAssigned (the section to the node), StageScheduled, RoleGranted (the node's operator becomes the
// section's chief arbiter).
struct ScheduleStage {
  StreamId cup_id;
  StreamId stage_id;    // new
  StreamId section_id;  // new
  uint32_t number = 0;  // 1-based
  v1::LocalizedText city;
  std::string zone;
  std::string start_date;  // YYYY-MM-DD
  NodeId node;
  v1::LocalizedText section_name;
};

// ---- section: on the node that owns it
// ---------------------------------------------------------------------------

struct OpenSection {
  StreamId section_id;
  v1::Regulation regulation;
  std::string regulation_text;  // what `regulation` was parsed from: the cup's, or a copy for this section
};

// -> PersonRecorded in the node's claims (unless it has recorded this person), EntryAccepted.
struct RegisterPlayer {
  StreamId section_id;
  EntryId entry_id;    // new
  PersonId person_id;  // new, or of a person already recorded
  v1::Sealed name;
  v1::Sealed ids;
  v1::EntryFacts facts;
};

struct PublishStartList {
  StreamId section_id;
  std::vector<EntryId> entries;  // in TPN order
};

// Declaring a team again replaces its line-up.
struct DeclareLineup {
  StreamId section_id;
  std::string municipality;
  uint32_t number = 0;  // 1-based
  std::vector<EntryId> entries;
};

struct PairRound {
  StreamId section_id;
  v1::RoundPaired round;  // whole: boards, byes, engine, version, edition, input digest
};

// -> RoundPaired, through the engine. `seed` is used if the first player's colour is still to be drawn.
struct PairByEngine {
  StreamId section_id;
  uint32_t round = 0;  // 0 = the open one, else the next
  std::string seed;    // 32 random bytes
};

struct UnpairRound {
  StreamId section_id;
  uint32_t round = 0;
  v1::Sealed reason;
};

struct ForbidPairing {
  StreamId section_id;
  std::vector<EntryId> entries;
  v1::Sealed reason;
};

struct RequestBye {
  StreamId section_id;
  EntryId entry_id;
  uint32_t round = 0;
  v1::ByeKind kind = v1::BYE_KIND_UNSPECIFIED;
};

struct TakeBackByeRequest {
  StreamId section_id;
  EntryId entry_id;
  uint32_t round = 0;
};

struct StartManualPairing {
  StreamId section_id;
  uint32_t round = 0;
  v1::Sealed reason;
  std::string seed;  // as in PairByEngine
};

struct ChangePairing {
  StreamId section_id;
  v1::PairingChanged change;  // without findings; the reason may be missing if nothing needs a confirmation
  std::string confirm;        // of the refusal that named the findings
};

struct EndManualPairing {
  StreamId section_id;
  uint32_t round = 0;
  std::string confirm;
};

struct CancelManualPairing {
  StreamId section_id;
  uint32_t round = 0;
  v1::Sealed reason;
};

// -> PersonRecorded (as RegisterPlayer), LateEntryAccepted: behind those with the same rating.
struct RegisterLatePlayer {
  StreamId section_id;
  EntryId entry_id;    // new
  PersonId person_id;  // new, or of a person already recorded
  v1::Sealed name;
  v1::Sealed ids;
  v1::EntryFacts facts;
};

struct RecordResult {
  StreamId section_id;
  uint32_t round = 0;
  uint32_t board = 0;
  v1::GameResult result;
};

struct CorrectResult {
  StreamId section_id;
  uint32_t round = 0;
  uint32_t board = 0;
  v1::GameResult result;
  v1::Sealed reason;
};

struct CloseRound {
  StreamId section_id;
  uint32_t round = 0;
};

struct WithdrawPlayer {
  StreamId section_id;
  EntryId entry_id;
  uint32_t after_round = 0;  // the last round that the player plays; 0 = none
};

struct FinishSection {
  StreamId section_id;
};

// After the last round. Lots: `entries` are put into the order that `seed` draws.
struct DecidePlaces {
  StreamId section_id;
  std::string decision_id;  // new, 16 bytes
  uint32_t first_place = 0;
  std::vector<EntryId> entries;
  v1::PlacesMethod method = v1::PLACES_METHOD_UNSPECIFIED;
  uint64_t seed = 0;  // drawn at the command boundary; 0 for other methods
  v1::Sealed reason;
};

struct RevokePlaces {
  StreamId section_id;
  std::string decision_id;
  v1::Sealed reason;
};

struct ExpelPlayer {
  StreamId section_id;
  EntryId entry_id;
  uint32_t after_round = 0;  // the last round that counts as his
  v1::Sealed reason;
};

struct LiftExpulsion {
  StreamId section_id;
  EntryId entry_id;
  v1::Sealed reason;
};

using Command =
    std::variant<OpenOrigin, RecordRatingList, FoundFederation, EnrolNode, GrantRole, RevokeRole,
                 AssignStream, ErasePerson, CreateCup, ScheduleStage, OpenSection, RegisterPlayer,
                 PublishStartList, DeclareLineup, PairRound, RecordResult, CorrectResult, CloseRound,
                 WithdrawPlayer, FinishSection, PairByEngine, UnpairRound, ForbidPairing, RequestBye,
                 TakeBackByeRequest, StartManualPairing, ChangePairing, EndManualPairing, CancelManualPairing,
                 RegisterLatePlayer, DecidePlaces, RevokePlaces, ExpelPlayer, LiftExpulsion>;

// The stream whose owner executes the command and whose version the person was looking at. `federation`,
// `origin`: for commands that belong to the federation's stream or to the node's own claims.
StreamKey StreamOf(const Command& command, const FederationId& federation, const OriginId& origin);

// What the root key signs when it delegates to a hub: "kubok/delegation/v1\n", federation id, delegated
// public key, origin id of the hub.
std::string DelegationMessage(const FederationId& federation, std::string_view delegated_public_key,
                              const OriginId& hub_origin);

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_COMMANDS_H_

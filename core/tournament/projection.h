// projection.h: what the events mean. A pure function of the SET of events fed to it: any interleaving of
// origins, any batching, rebuilt or incremental, on any node, gives the same digests (DESIGN.md section 4,
// invariant 3).
#ifndef KUBOK_CORE_TOURNAMENT_PROJECTION_H_
#define KUBOK_CORE_TOURNAMENT_PROJECTION_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/tournament/claims_state.h"
#include "core/tournament/cow.h"
#include "core/tournament/cup_state.h"
#include "core/tournament/federation_state.h"
#include "core/tournament/section_state.h"
#include "core/tournament/types.h"
#include "kubok/v1/event.pb.h"

namespace kubok::tournament {

struct RuleBreak;
struct RuleContext;

// Digests compare only between equal fold versions. Raise it whenever a fold of old events changes.
inline constexpr uint32_t kFoldVersion = 1;

// A value: copies are cheap (they share the streams' states) and independent. Thread rule: one object belongs
// to one thread at a time; a copy, or a const object that nobody changes any more, may be read from any
// number of threads.
class Projection {
 public:
  // The federation that this projection is of, and the two functions of cryptography that the fold needs.
  // `verify` is Ed25519: true if `signature` over `message` is of `public_key` (32 bytes). `sha256` hashes.
  // Neither may be null.
  struct Trust {
    FederationId federation;
    std::string root_public_key;
    bool (*verify)(std::string_view public_key, std::string_view message,
                   std::string_view signature) = nullptr;
    Hash (*sha256)(std::string_view bytes) = nullptr;
  };

  explicit Projection(Trust trust);

  // Feeds the next event of `origin`'s log: `seq` must be Fed(origin), else INVALID_ARGUMENT (a fault of the
  // caller: feed the log in order, each event once). `leaf` is the event's RFC 6962 leaf hash. Never fails
  // for content: a bad event is folded as ignored with a reason. An event whose `seen` is not folded yet
  // waits, with all later ones of its origin; a payload that this version does not know stops its origin
  // there, see upgrade_needed().
  absl::Status Apply(const OriginId& origin, Seq seq, const Hash& leaf,
                     std::shared_ptr<const v1::Envelope> event);
  // The same for a rebuild: `event` is copied only if it must wait.
  absl::Status Apply(const OriginId& origin, Seq seq, const Hash& leaf, const v1::Envelope& event);

  // Events of the origin that were fed, and the prefix of them that is folded (counted or ignored).
  uint64_t Fed(const OriginId& origin) const;
  uint64_t Folded(const OriginId& origin) const;
  size_t waiting() const { return waiting_; }
  // Set if some origin stands still at a payload that a newer version wrote: which one and where, for the
  // operator.
  std::optional<std::string> upgrade_needed() const;
  std::vector<OriginId> origins() const;  // that were fed, by id
  // Leaf hash of a fed event; nullopt beyond Fed.
  std::optional<Hash> LeafOf(const OriginId& origin, Seq seq) const;

  // What a new event of `writer` must carry as `seen`: the federation's log as far as it is folded here,
  // unless the writer is the hub itself or no event of the hub is here yet.
  std::vector<v1::LogPosition> SeenFor(const OriginId& writer) const;
  // The position at which an event written now would be judged.
  Position position() const;

  const Trust& trust() const { return trust_; }
  const FederationState& federation() const { return *federation_; }
  // nullptr: not created, not opened, or nothing of it is here yet.
  const CupState* cup(const StreamId& id) const;
  const SectionState* section(const StreamId& id) const;
  const ClaimsState* claims(const OriginId& origin) const;
  std::vector<StreamId> cups() const;      // by id
  std::vector<StreamId> sections() const;  // by id; opened ones

  // The person's canonical id: the smallest of all that links of any origin, not taken back, join to it.
  PersonId CanonicalPerson(const PersonId& person) const;
  // Every claim about the person's component, canonical id's first; a claim of each origin that made one.
  std::vector<std::shared_ptr<const PersonClaim>> ClaimsAbout(const PersonId& person) const;

  StreamHead HeadOf(v1::StreamKind kind, const StreamId& id) const;
  // Events of the stream that are ignored, by origin and seq.
  std::vector<IgnoredEvent> Ignored(const StreamKey& stream) const;
  // The reason if the event is ignored. An event without a readable stream is listed with its origin's
  // claims.
  std::optional<std::string> IgnoredReason(const v1::StreamRef& stream, const OriginId& origin,
                                           Seq seq) const;

  // For Decide, on a copy: the rules and the effect of an event of a stream, without its place in a log.
  std::optional<RuleBreak> Check(const StreamKey& stream, const RuleContext& context,
                                 const v1::Payload& payload) const;
  void Evolve(const StreamKey& stream, const RuleContext& context, const v1::Payload& payload);

  // By stream, in StreamKey order. Cost: one SHA-256 over each state.
  std::vector<StreamDigest> StreamDigests() const;
  // Over all of them, ignored lists included.
  Hash Digest() const;

 private:
  struct OriginFeed {
    SharedLog<Hash> leaves;
    uint64_t folded = 0;
    Position position = 0;  // the highest `seen` of the federation's log so far: a node never lowers it
    SharedLog<std::shared_ptr<const v1::Envelope>> queue;  // from `taken` on: waiting
    size_t taken = 0;
  };
  // A counted event, small: enough to fold the stream again when a later owner's cut strands its tail.
  struct Kept {
    OriginId origin;
    Seq seq{};
    std::optional<StreamId> parent;
    std::string payload;
  };
  struct IgnoredRecord {
    Hash leaf{};
    std::string reason;
    bool owned = false;  // its writer owned the stream: a later cut may still strand it
  };
  struct StreamRecord {
    StreamHead head;
    SharedLog<Kept> kept;
    std::map<std::pair<OriginId, Seq>, IgnoredRecord> ignored;
  };
  struct Incoming;  // one event on its way through the fold

  OriginFeed* FeedNext(const OriginId& origin, Seq seq, const Hash& leaf);  // nullptr: out of order
  absl::Status OutOfOrder(const OriginId& origin, Seq seq) const;
  bool Held(const OriginId& reader, const std::string& origin, uint64_t size) const;
  bool SameHistory(const std::string& origin, uint64_t size, const std::string& leaf_hash) const;
  bool Ready(const OriginId& origin, const v1::Envelope& event) const;
  void Drain();
  void Fold(OriginFeed& feed, const OriginId& origin, const v1::Envelope& event);
  std::string JudgeForm(const OriginFeed& feed, Incoming& incoming) const;
  std::string JudgeOwner(Incoming& incoming) const;
  std::string JudgeRight(const Incoming& incoming) const;
  void Count(const Incoming& incoming);
  void Strand(const StreamKey& stream, const Assignment& before, uint64_t cut);
  std::vector<PersonId> Component(const PersonId& person) const;  // linked persons, ascending
  void EncodeState(const StreamKey& key, ByteWriter& out) const;

  Trust trust_;
  Cow<FederationState> federation_;
  std::map<StreamId, Cow<CupState>> cups_;
  std::map<StreamId, Cow<SectionState>> sections_;
  std::map<OriginId, Cow<ClaimsState>> claims_;
  std::map<StreamKey, Cow<StreamRecord>> streams_;
  std::map<OriginId, Cow<OriginFeed>> feeds_;
  size_t waiting_ = 0;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_PROJECTION_H_

#include "services/rpc/board_rpc.h"

#include "services/rpc/unary.h"
#include "services/rpc/watch_reactor.h"

namespace kubok::services {

grpc::ServerUnaryReactor* BoardRpc::GetOverview(grpc::CallbackServerContext* context,
                                                const v1::GetOverviewRequest*, v1::Overview* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetOverview(); });
}

grpc::ServerUnaryReactor* BoardRpc::GetSection(grpc::CallbackServerContext* context,
                                               const v1::GetSectionRequest* request, v1::SectionView* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetSection(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::PreviewPairing(grpc::CallbackServerContext* context,
                                                   const v1::PreviewPairingRequest* request,
                                                   v1::PairingExplanation* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->PreviewPairing(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::ExplainPairing(grpc::CallbackServerContext* context,
                                                   const v1::ExplainPairingRequest* request,
                                                   v1::PairingExplanation* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->ExplainPairing(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::CheckPairingChange(grpc::CallbackServerContext* context,
                                                       const v1::CheckPairingChangeRequest* request,
                                                       v1::CheckPairingChangeReply* reply) {
  return AnswerNow(context, *door_, reply,
                   [&](const Caller&) { return board_->CheckPairingChange(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::GetStandings(grpc::CallbackServerContext* context,
                                                 const v1::GetStandingsRequest* request,
                                                 v1::StandingsView* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetStandings(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::GetWorking(grpc::CallbackServerContext* context,
                                               const v1::GetWorkingRequest* request,
                                               v1::StandingsWorking* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetWorking(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::GetCrosstable(grpc::CallbackServerContext* context,
                                                  const v1::GetCrosstableRequest* request,
                                                  v1::CrosstableView* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetCrosstable(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::ExportSection(grpc::CallbackServerContext* context,
                                                  const v1::ExportSectionRequest* request,
                                                  v1::ExportedSection* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->ExportSection(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::GetTeams(grpc::CallbackServerContext* context,
                                             const v1::GetTeamsRequest* request, v1::TeamsView* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetTeams(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::GetCupTable(grpc::CallbackServerContext* context,
                                                const v1::GetCupTableRequest* request,
                                                v1::CupTableView* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetCupTable(*request); });
}

grpc::ServerUnaryReactor* BoardRpc::GetDigest(grpc::CallbackServerContext* context,
                                              const v1::GetDigestRequest*, v1::DigestView* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) { return board_->GetDigest(); });
}

grpc::ServerUnaryReactor* BoardRpc::ListEvents(grpc::CallbackServerContext* context,
                                               const v1::ListEventsRequest* request,
                                               v1::ListEventsReply* reply) {
  return AnswerNow(context, *door_, reply, [&](const Caller&) {
    return kubok::services::ListEvents(*node_, *node_->snapshot(), *request);
  });
}

grpc::ServerWriteReactor<v1::WatchUpdate>* BoardRpc::Watch(grpc::CallbackServerContext* context,
                                                           const v1::WatchRequest* request) {
  const absl::StatusOr<Caller> caller = door_->Authenticate(*context);
  return StartWatch(node_, caller.ok() ? absl::OkStatus() : caller.status(), *request, watchers_);
}

}  // namespace kubok::services

// board_rpc.h: the Board service over gRPC: queries answered from the present snapshot, and the Watch stream.
#ifndef KUBOK_SERVICES_RPC_BOARD_RPC_H_
#define KUBOK_SERVICES_RPC_BOARD_RPC_H_

#include <atomic>
#include <memory>

#include "kubok/v1/board.grpc.pb.h"
#include "services/board/board.h"
#include "services/board/history.h"
#include "services/node/node.h"
#include "services/rpc/auth.h"

namespace kubok::services {

class BoardRpc : public v1::Board::CallbackService {
 public:
  // All must outlive the server.
  BoardRpc(Node* node, const Board* board, const Authenticator* door)
      : node_(node), board_(board), door_(door), watchers_(std::make_shared<std::atomic<size_t>>(0)) {}

  grpc::ServerUnaryReactor* GetOverview(grpc::CallbackServerContext* context,
                                        const v1::GetOverviewRequest* request, v1::Overview* reply) override;
  grpc::ServerUnaryReactor* GetSection(grpc::CallbackServerContext* context,
                                       const v1::GetSectionRequest* request, v1::SectionView* reply) override;
  grpc::ServerUnaryReactor* PreviewPairing(grpc::CallbackServerContext* context,
                                           const v1::PreviewPairingRequest* request,
                                           v1::PairingExplanation* reply) override;
  grpc::ServerUnaryReactor* ExplainPairing(grpc::CallbackServerContext* context,
                                           const v1::ExplainPairingRequest* request,
                                           v1::PairingExplanation* reply) override;
  grpc::ServerUnaryReactor* CheckPairingChange(grpc::CallbackServerContext* context,
                                               const v1::CheckPairingChangeRequest* request,
                                               v1::CheckPairingChangeReply* reply) override;
  grpc::ServerUnaryReactor* GetStandings(grpc::CallbackServerContext* context,
                                         const v1::GetStandingsRequest* request,
                                         v1::StandingsView* reply) override;
  grpc::ServerUnaryReactor* GetWorking(grpc::CallbackServerContext* context,
                                       const v1::GetWorkingRequest* request,
                                       v1::StandingsWorking* reply) override;
  grpc::ServerUnaryReactor* GetCrosstable(grpc::CallbackServerContext* context,
                                          const v1::GetCrosstableRequest* request,
                                          v1::CrosstableView* reply) override;
  grpc::ServerUnaryReactor* ExportSection(grpc::CallbackServerContext* context,
                                          const v1::ExportSectionRequest* request,
                                          v1::ExportedSection* reply) override;
  grpc::ServerUnaryReactor* GetTeams(grpc::CallbackServerContext* context, const v1::GetTeamsRequest* request,
                                     v1::TeamsView* reply) override;
  grpc::ServerUnaryReactor* GetCupTable(grpc::CallbackServerContext* context,
                                        const v1::GetCupTableRequest* request,
                                        v1::CupTableView* reply) override;
  grpc::ServerUnaryReactor* GetDigest(grpc::CallbackServerContext* context,
                                      const v1::GetDigestRequest* request, v1::DigestView* reply) override;
  grpc::ServerUnaryReactor* ListEvents(grpc::CallbackServerContext* context,
                                       const v1::ListEventsRequest* request,
                                       v1::ListEventsReply* reply) override;
  grpc::ServerWriteReactor<v1::WatchUpdate>* Watch(grpc::CallbackServerContext* context,
                                                   const v1::WatchRequest* request) override;

 private:
  Node* const node_;
  const Board* const board_;
  const Authenticator* const door_;
  const std::shared_ptr<std::atomic<size_t>> watchers_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_BOARD_RPC_H_

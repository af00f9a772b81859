// admin_rpc.h: the Admin service over gRPC; on the loopback port only.
#ifndef KUBOK_SERVICES_RPC_ADMIN_RPC_H_
#define KUBOK_SERVICES_RPC_ADMIN_RPC_H_

#include "kubok/v1/admin.grpc.pb.h"
#include "services/admin/admin.h"
#include "services/admin/sync_control.h"
#include "services/rpc/auth.h"

namespace kubok::services {

class AdminRpc : public v1::Admin::CallbackService {
 public:
  // All must outlive the server.
  AdminRpc(Admin* admin, SyncControl* sync, const Authenticator* door)
      : admin_(admin), sync_(sync), door_(door) {}

  grpc::ServerUnaryReactor* GetNodeStatus(grpc::CallbackServerContext* context,
                                          const v1::GetNodeStatusRequest* request,
                                          v1::NodeStatus* reply) override;
  grpc::ServerUnaryReactor* GetSyncStatus(grpc::CallbackServerContext* context,
                                          const v1::GetSyncStatusRequest* request,
                                          v1::SyncStatus* reply) override;
  grpc::ServerUnaryReactor* EnrolNode(grpc::CallbackServerContext* context,
                                      const v1::EnrolNodeRequest* request,
                                      v1::EnrolmentGrant* reply) override;
  grpc::ServerUnaryReactor* AddPeer(grpc::CallbackServerContext* context, const v1::AddPeerRequest* request,
                                    v1::SyncStatus* reply) override;
  grpc::ServerUnaryReactor* PauseSync(grpc::CallbackServerContext* context,
                                      const v1::PauseSyncRequest* request, v1::SyncStatus* reply) override;
  grpc::ServerUnaryReactor* ResumeSync(grpc::CallbackServerContext* context,
                                       const v1::ResumeSyncRequest* request, v1::SyncStatus* reply) override;
  grpc::ServerWriteReactor<v1::VerifyLogProgress>* VerifyLog(grpc::CallbackServerContext* context,
                                                             const v1::VerifyLogRequest* request) override;
  grpc::ServerUnaryReactor* Backup(grpc::CallbackServerContext* context, const v1::BackupRequest* request,
                                   v1::BackupReply* reply) override;

 private:
  Admin* const admin_;
  SyncControl* const sync_;
  const Authenticator* const door_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_ADMIN_RPC_H_

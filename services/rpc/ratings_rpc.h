// ratings_rpc.h: the Ratings service over gRPC; on the loopback port only.
#ifndef KUBOK_SERVICES_RPC_RATINGS_RPC_H_
#define KUBOK_SERVICES_RPC_RATINGS_RPC_H_

#include "kubok/v1/ratings.grpc.pb.h"
#include "services/ratings/ratings.h"
#include "services/rpc/auth.h"

namespace kubok::services {

class RatingsRpc : public v1::Ratings::CallbackService {
 public:
  // Both must outlive the server.
  RatingsRpc(Ratings* ratings, const Authenticator* door) : ratings_(ratings), door_(door) {}

  grpc::ServerBidiReactor<v1::ImportRatingsRequest, v1::ImportRatingsReply>* Import(
      grpc::CallbackServerContext* context) override;
  grpc::ServerUnaryReactor* Find(grpc::CallbackServerContext* context, const v1::FindRatingsRequest* request,
                                 v1::FindRatingsReply* reply) override;
  grpc::ServerUnaryReactor* Lists(grpc::CallbackServerContext* context, const v1::ListRatingsRequest* request,
                                  v1::ListRatingsReply* reply) override;

 private:
  Ratings* const ratings_;
  const Authenticator* const door_;
};

}  // namespace kubok::services

#endif  // KUBOK_SERVICES_RPC_RATINGS_RPC_H_

// compatibility.h: may `current` replace `released` without breaking a stored log or a node of the released
// version?
#ifndef KUBOK_TESTS_PROTO_COMPATIBILITY_H_
#define KUBOK_TESTS_PROTO_COMPATIBILITY_H_

#include <google/protobuf/descriptor.pb.h>

#include <string>
#include <vector>

namespace kubok {

// One sentence per break, empty if none: a removed or renumbered field whose number and name are not
// reserved, a changed type, label, oneof or name, a removed enum value, a removed or changed method, a field
// number given to something else.
std::vector<std::string> IncompatibleChanges(const google::protobuf::FileDescriptorSet& released,
                                             const google::protobuf::FileDescriptorSet& current);

}  // namespace kubok

#endif  // KUBOK_TESTS_PROTO_COMPATIBILITY_H_

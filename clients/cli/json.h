// json.h: what `--json` prints. A message becomes an object with the schema's field names; bytes are
// lower-case hexadecimal (ids as people see them); enumerators by name; 64-bit fixed values (clocks) as
// strings, all other numbers as numbers. Fields without presence are always there, so that a script need not
// guess; an unset message or oneof is left out.
#ifndef KUBOK_CLIENTS_CLI_JSON_H_
#define KUBOK_CLIENTS_CLI_JSON_H_

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace kubok::cli {

// One line without a newline.
std::string ToJson(const google::protobuf::Message& message);

// A JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_JSON_H_

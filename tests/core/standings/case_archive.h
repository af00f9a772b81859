// case_archive.h: the files of a .tar.gz of test cases, and JSON beside them.
#ifndef KUBOK_TESTS_CORE_STANDINGS_CASE_ARCHIVE_H_
#define KUBOK_TESTS_CORE_STANDINGS_CASE_ARCHIVE_H_

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <zlib.h>

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

namespace kubok::test {

// Name -> bytes of every regular file.
inline std::map<std::string, std::string> ReadTarGz(const std::string& path) {
  std::string tar;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot open " + path);
  char buffer[1 << 16];
  for (int n = 0; (n = gzread(file, buffer, sizeof buffer)) > 0;) tar.append(buffer, static_cast<size_t>(n));
  gzclose(file);
  std::map<std::string, std::string> files;
  constexpr size_t kBlock = 512;
  for (size_t at = 0; at + kBlock <= tar.size() && tar[at] != '\0';) {
    const std::string name(tar.c_str() + at);
    const size_t size = std::strtoul(tar.substr(at + 124, 12).c_str(), nullptr, 8);
    if (tar[at + 156] == '0') files[name] = tar.substr(at + kBlock, size);
    at += kBlock + (size + kBlock - 1) / kBlock * kBlock;
  }
  return files;
}

// A JSON object or array; throws on bad text.
inline google::protobuf::Value ReadJson(const std::string& text) {
  google::protobuf::Value value;
  const auto status = google::protobuf::util::JsonStringToMessage(text, &value);
  if (!status.ok()) throw std::runtime_error("bad JSON");
  return value;
}

inline const google::protobuf::Value& Field(const google::protobuf::Value& object, const std::string& name) {
  static const google::protobuf::Value kMissing;
  const auto& fields = object.struct_value().fields();
  const auto found = fields.find(name);
  return found == fields.end() ? kMissing : found->second;
}

}  // namespace kubok::test

#endif  // KUBOK_TESTS_CORE_STANDINGS_CASE_ARCHIVE_H_

// views_node.h: the node itself as text: its state, its lines to others, its log. Pure functions of the
// node's answers.
#ifndef KUBOK_CLIENTS_CLI_VIEWS_NODE_H_
#define KUBOK_CLIENTS_CLI_VIEWS_NODE_H_

#include <string>

#include "clients/cli/views_cup.h"
#include "kubok/v1/admin.pb.h"
#include "kubok/v1/board.pb.h"

namespace kubok::cli {

std::string RenderNodeStatus(const Reader& reader, const v1::NodeStatus& status);
std::string RenderSyncStatus(const Reader& reader, const v1::SyncStatus& status);
std::string RenderDigest(const Reader& reader, const v1::DigestView& digest);

// One line of history: "a1b2c3d4:17  14:05  результат: тур 3, доска 5: 1-0 (Бердск)".
std::string EventLine(const Reader& reader, const v1::EventSummary& event);

// "Бердск: 1200 из 4800 событий"
std::string VerifyLine(const Reader& reader, const v1::VerifyLogProgress& progress);

// "1,2 ГиБ" / "1.2 GiB".
std::string SizeText(Lang lang, uint64_t bytes);

}  // namespace kubok::cli

#endif  // KUBOK_CLIENTS_CLI_VIEWS_NODE_H_

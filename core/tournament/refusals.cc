#include "core/tournament/refusals.h"

#include <algorithm>
#include <array>

#include "core/base/status.h"

namespace kubok::tournament {
namespace {

// By key. A new rule goes here first; its key is never reused.
constexpr std::array kCatalogue = {
    RefusalRule{"claims.link_exists", "", "Такая связь уже записана. Для новой связи нужен новый номер.",
                "This link is already recorded. A new link needs a new id."},
    RefusalRule{"claims.link_to_self", "",
                "Участника нельзя связать с самим собой. Выберите двух разных участников.",
                "A person cannot be linked with himself. Choose two different persons."},
    RefusalRule{"claims.origin_opened", "", "Журнал этого узла уже открыт. Продолжайте работу.",
                "The log of this node is already open. Carry on."},
    RefusalRule{"claims.person_exists", "", "Этот участник здесь уже записан. Возьмите его из списка.",
                "This person is already recorded here. Take him from the list."},
    RefusalRule{"claims.unlinked_already", "", "Эта связь уже снята. Делать ничего не нужно.",
                "This link is already taken back. There is nothing to do."},
    RefusalRule{"cup.exists", "", "Этот кубок уже создан. Откройте его или создайте кубок с новым номером.",
                "This cup already exists. Open it, or create a cup with a new id."},
    RefusalRule{"cup.no_regulation", "", "У кубка нет положения. Сначала утвердите положение.",
                "The cup has no regulation. Adopt one first."},
    RefusalRule{"cup.not_created", "",
                "Такого кубка здесь нет. Создайте его или дождитесь обмена с узлом федерации.",
                "There is no such cup here. Create it, or wait until the federation's node has synced."},
    RefusalRule{"cup.regulation_exists", "", "Положение кубка уже утверждено. Изменения вносятся поправкой.",
                "The cup's regulation is already adopted. Change it by an amendment."},
    RefusalRule{"cup.stage_exists", "number", "Этап {number} уже назначен. Укажите другой номер этапа.",
                "Stage {number} is already scheduled. Give another stage number."},
    RefusalRule{"cup.stage_number", "number stages",
                "Этапа {number} нет: по положению этапов {stages}. Укажите номер от 1 до {stages}.",
                "There is no stage {number}: the regulation has {stages}. Give a number from 1 to {stages}."},
    RefusalRule{"cup.start_date", "date", "«{date}» — не дата. Укажите день начала в виде 2026-10-03.",
                "\"{date}\" is not a date. Give the first day as 2026-10-03."},
    RefusalRule{"cup.zone_missing", "", "Не указан часовой пояс. Укажите его, например Asia/Novosibirsk.",
                "The time zone is missing. Give it, for example Asia/Novosibirsk."},
    RefusalRule{
        "federation.delegation_invalid", "",
        "Подпись корневого ключа не сходится. Повторите создание федерации с флешкой корневого ключа.",
        "The root key's signature does not fit. Found the federation again with the root key's stick."},
    RefusalRule{"federation.exists", "", "Федерация уже создана. Второй раз создавать её не нужно.",
                "The federation already exists. It need not be founded twice."},
    RefusalRule{"federation.last_office", "",
                "Это последнее право федерации: без него никто не сможет выдавать права. Сначала выдайте его "
                "другому.",
                "This is the last federation office: without it nobody could grant roles. Grant it to "
                "another first."},
    RefusalRule{"federation.no_such_role", "", "Такого права у пользователя нет. Проверьте список прав.",
                "The user does not hold this role. Look at the list of roles."},
    RefusalRule{"federation.node_exists", "node",
                "Узел уже принят под именем «{node}». Используйте его документы.",
                "The node is already enrolled as \"{node}\". Use its papers."},
    RefusalRule{"federation.not_founded", "",
                "Федерация ещё не создана или её журнал сюда не дошёл. Создайте её или дождитесь обмена.",
                "The federation is not founded, or its log is not here yet. Found it, or wait for the sync."},
    RefusalRule{"federation.origin_taken", "node",
                "Этот журнал уже принадлежит узлу «{node}». Создайте узлу новый журнал и повторите заявку.",
                "This log already belongs to the node \"{node}\". Give the node a new log and apply again."},
    RefusalRule{"federation.person_erased", "", "Данные этого участника уже стёрты. Запишите его как нового.",
                "This person's data are already erased. Record the person anew."},
    RefusalRule{"federation.role_exists", "", "Это право у пользователя уже есть. Делать ничего не нужно.",
                "The user already holds this role. There is nothing to do."},
    RefusalRule{"federation.same_owner", "node", "Узел «{node}» и так ведёт это. Назначьте другой узел.",
                "The node \"{node}\" owns it already. Assign another node."},
    RefusalRule{"federation.scope_unsupported", "",
                "Право даётся на всю федерацию, на кубок или на турнир. Укажите одно из трёх.",
                "A role is given for the federation, a cup or a section. Give one of the three."},
    RefusalRule{"federation.stream_fixed", "",
                "Передавать между узлами можно только кубки и турниры. Выберите один из них.",
                "Only cups and sections can be assigned to a node. Choose one of them."},
    RefusalRule{
        "federation.stream_unknown", "",
        "Такого кубка или турнира нет. Проверьте номер или сначала создайте кубок и назначьте этап.",
        "There is no such cup or section. Check the id, or create the cup and schedule the stage first."},
    RefusalRule{"federation.unknown_node", "node",
                "Узла {node} в федерации нет. Сначала примите его: kubok node enrol.",
                "There is no node {node} in the federation. Enrol it first: kubok node enrol."},
    RefusalRule{"pairing.board_number", "board limit",
                "Доски {board} нет: досок в туре не больше {limit}. Укажите номер от 1 до {limit}.",
                "There is no board {board}: the round has at most {limit}. Give a number from 1 to {limit}."},
    RefusalRule{"pairing.bye_not_requested", "entry round",
                "Участник {entry} не просил пропустить тур {round}. Отменять нечего.",
                "Player {entry} has asked for no bye in round {round}. There is nothing to take back."},
    RefusalRule{
        "pairing.bye_requested_already", "entry round",
        "Участник {entry} уже пропускает тур {round}. Чтобы изменить вид пропуска, сначала отмените его.",
        "Player {entry} already has a bye in round {round}. To change its kind, take it back first."},
    RefusalRule{
        "pairing.bye_round", "round expected",
        "Пропустить тур {round} уже нельзя: заявить можно пропуск тура {expected} или более позднего.",
        "Round {round} cannot be skipped any more: ask for round {expected} or a later one."},
    RefusalRule{"pairing.confirm", "what",
                "Это нужно подтвердить: {what}. Если так решено, повторите с подтверждением.",
                "This needs a confirmation: {what}. If that is decided, repeat it with the confirmation."},
    RefusalRule{"pairing.confirm_stale", "what",
                "Пока вы решали, жеребьёвка изменилась: {what}. Посмотрите снова и подтвердите заново.",
                "The pairing changed while you decided: {what}. Look again and confirm anew."},
    RefusalRule{"pairing.forbid_too_few", "",
                "Запрет касается хотя бы двоих. Назовите двух разных участников.",
                "At least two players are needed. Name two different players."},
    RefusalRule{
        "pairing.forbid_too_late", "",
        "Запретить пары можно только до жеребьёвки первого тура. Запрет не внесён; пару можно развести "
        "вручную с причиной.",
        "Pairs can be forbidden only before round 1 is paired. Nothing was written; separate them by hand, "
        "with a reason."},
    RefusalRule{
        "pairing.impossible", "round criteria players",
        "Законной жеребьёвки тура {round} нет: нельзя соблюсти {criteria}; дело в участниках {players}. "
        "Дайте кому-то из них пропуск, завершите турнир или сведите тур вручную с причиной.",
        "Round {round} has no legal pairing: {criteria} cannot all be kept; players concerned: {players}. "
        "Give one of them a bye, finish the section, or pair by hand with a reason."},
    RefusalRule{"pairing.impossible_forbidden", "round players",
                "Законной жеребьёвки тура {round} нет из-за запрещённых пар; дело в участниках {players}. "
                "Сведите тур "
                "вручную с причиной или дайте кому-то из них пропуск.",
                "Round {round} has no legal pairing because of forbidden pairs; players concerned: "
                "{players}. Pair by "
                "hand with a reason, or give one of them a bye."},
    RefusalRule{"pairing.late_number", "number limit",
                "Стартового номера {number} быть не может: укажите от 1 до {limit}.",
                "Starting number {number} is not possible: give 1 to {limit}."},
    RefusalRule{
        "pairing.late_round", "round expected",
        "Новый участник вступает со следующего тура, {expected}, а не {round}. Повторите заявку.",
        "A late player comes in from the next round, {expected}, not {round}. Enter the player again."},
    RefusalRule{"pairing.manual_missing", "round",
                "Ручная жеребьёвка тура {round} не начата. Начните её с причиной: kubok round manual start.",
                "Round {round} is not being paired by hand. Begin with a reason: kubok round manual start."},
    RefusalRule{"pairing.manual_open", "round",
                "Тур {round} сейчас сводится вручную. Закончите ручную жеребьёвку или отмените её.",
                "Round {round} is being paired by hand. End that, or cancel it."},
    RefusalRule{"pairing.nothing_to_change", "", "Изменение пустое. Назовите доски, участников или пропуски.",
                "The change is empty. Name boards, players or byes."},
    RefusalRule{"pairing.reason_missing", "what", "Для этого нужна причина: {what}. Повторите с причиной.",
                "This needs a reason: {what}. Repeat it with a reason."},
    RefusalRule{"pairing.regulation_newer", "",
                "Положение турнира написано для более новой версии. Обновите программу этого узла.",
                "The section's regulation was written for a newer version. Upgrade this node."},
    RefusalRule{
        "pairing.results_exist", "round count",
        "В туре {round} уже есть результаты ({count}): пары больше не меняются. Ошибки исправляет коррекция "
        "результата.",
        "Round {round} has results already ({count}): its pairing stays. Correct results instead."},
    RefusalRule{
        "pairing.round_paired", "round",
        "Тур {round} уже сведён. Второй раз сводить не нужно; чтобы свести заново, снимите жеребьёвку.",
        "Round {round} is already paired. It need not be paired twice; to pair it again, unpair it first."},
    RefusalRule{
        "pairing.second_half_bye", "entry round",
        "У участника {entry} уже есть пропуск за пол-очка (тур {round}), второго не бывает. Дайте пропуск "
        "без "
        "очков.",
        "Player {entry} already has a half-point bye (round {round}); there is no second. Give a zero-point "
        "bye."},
    RefusalRule{"pairing.stale", "round",
                "Жеребьёвка тура {round} уже другая. Посмотрите её заново и решите.",
                "The pairing of round {round} is another one by now. Look again and decide."},
    RefusalRule{
        "pairing.system", "system",
        "Турнир играется по системе {system}, её программа не сводит. Сведите тур вручную или загрузите "
        "файл.",
        "The section is played by {system}, which is not paired here. Pair by hand, or import a file."},
    RefusalRule{
        "pairing.two_byes", "entry other",
        "Без пары с очком могут оставить одного, а оставлены {entry} и {other}. Сведите их или дайте другой "
        "пропуск.",
        "Only one player may have the pairing-allocated bye, not both {entry} and {other}. Pair them, or "
        "give "
        "another bye."},
    RefusalRule{
        "section.board_numbers", "board expected",
        "Доска {board} стоит там, где ждали доску {expected}. Пронумеруйте доски подряд с первой.",
        "Board {board} stands where board {expected} was expected. Number the boards from 1 without gaps."},
    RefusalRule{
        "section.boards_open", "round count board",
        "В туре {round} нет результатов на досках: {count} (первая — {board}). Внесите их и закройте тур.",
        "Round {round} lacks results on {count} board(s), the first is {board}. Enter them, then close it."},
    RefusalRule{
        "section.correction_stale", "round board",
        "Результат тура {round} на доске {board} уже изменён другим. Обновите экран и исправьте снова.",
        "Somebody changed the result of round {round}, board {board}. Reload and correct it again."},
    RefusalRule{
        "section.decision_unknown", "",
        "Такого решения о местах нет, или оно уже отменено. Список решений: kubok stage standings.",
        "There is no such decision about places, or it is revoked already. See kubok stage standings."},
    RefusalRule{"section.entry_exists", "entry",
                "Заявка {entry} уже есть. Для нового участника нужен новый номер.",
                "Entry {entry} is already there. A new player needs a new id."},
    RefusalRule{"section.entry_expelled", "entry",
                "Участник {entry} исключён и места не занимает. Уберите его из решения.",
                "Player {entry} is expelled and takes no place. Leave the player out of the decision."},
    RefusalRule{"section.entry_unknown", "entry",
                "Участника {entry} в этом турнире нет. Сначала зарегистрируйте его.",
                "There is no player {entry} in this section. Register the player first."},
    RefusalRule{
        "section.entry_withdrawn", "entry round",
        "Участник {entry} выбыл и в туре {round} не играет. Уберите его из пар.",
        "Player {entry} has withdrawn and does not play round {round}. Take the player out of the pairing."},
    RefusalRule{"section.expelled_already", "entry", "Участник {entry} уже исключён. Делать ничего не нужно.",
                "Player {entry} is already expelled. There is nothing to do."},
    RefusalRule{
        "section.expelled_from_past", "entry round",
        "Участник {entry} сидит за доской в туре {round}. Укажите исключение после тура {round} или позже.",
        "Player {entry} has a board in round {round}. Expel the player after round {round} or later."},
    RefusalRule{"section.finished", "", "Турнир завершён. Изменения рассматривает апелляционный комитет.",
                "The section is finished. Changes are for the appeals committee."},
    RefusalRule{"section.full", "limit",
                "В турнире уже {limit} участников, это предел. Откройте ещё один турнир.",
                "The section has {limit} players, the limit. Open another section."},
    RefusalRule{"section.lineup_empty", "team", "В команде {team} никого нет. Назовите её участников.",
                "Team {team} is empty. Name its players."},
    RefusalRule{"section.lineup_municipality", "entry municipality team",
                "Участник {entry} записан за {municipality} и не может играть за {team}. Исправьте состав.",
                "Player {entry} is entered for {municipality} and cannot play for {team}. Mend the line-up."},
    RefusalRule{"section.lineup_number", "number",
                "Номер команды {number} не подходит. Укажите муниципалитет и номер от 1 до 99.",
                "Team number {number} will not do. Give the municipality and a number from 1 to 99."},
    RefusalRule{"section.lineup_other_team", "entry team",
                "Участник {entry} уже заявлен за {team}. Сначала измените тот состав.",
                "Player {entry} is already in the line-up of {team}. Change that line-up first."},
    RefusalRule{"section.lineup_repeats", "entry team",
                "Участник {entry} назван в составе {team} дважды. Оставьте один раз.",
                "Player {entry} is named twice in the line-up of {team}. Name the player once."},
    RefusalRule{"section.lineups_closed", "",
                "Составы заявляются до первого тура, он уже есть. Обратитесь к главному судье.",
                "Line-ups are declared before round 1, which is paired. Ask the chief arbiter."},
    RefusalRule{"section.no_start_list", "", "Стартового списка ещё нет. Опубликуйте его и повторите.",
                "There is no start list yet. Publish it, then try again."},
    RefusalRule{"section.no_such_board", "round board boards",
                "В туре {round} нет доски {board}: досок {boards}. Проверьте номер.",
                "Round {round} has no board {board}: it has {boards}. Check the number."},
    RefusalRule{"section.not_expelled", "entry", "Участник {entry} не исключён. Проверьте номер.",
                "Player {entry} is not expelled. Check the number."},
    RefusalRule{"section.not_open", "", "Турнир ещё не открыт. Откройте его: kubok section open.",
                "The section is not open yet. Open it: kubok section open."},
    RefusalRule{
        "section.not_paired", "entry round",
        "Участник {entry} не попал в тур {round}. Посадите его за доску, дайте пропуск или снимите.",
        "Player {entry} is not in round {round}. Give the player a board or a bye, or withdraw the player."},
    RefusalRule{
        "section.not_scheduled", "",
        "Такого турнира нет ни в одном этапе здешних кубков. Дождитесь обмена с узлом федерации.",
        "No stage of the cups known here has this section. Wait until the federation's node has synced."},
    RefusalRule{"section.nothing_played", "",
                "Ни одного тура не сыграно. Завершить можно после закрытого тура.",
                "No round was played. Finish after a round is closed."},
    RefusalRule{"section.open_already", "", "Турнир уже открыт. Продолжайте регистрацию.",
                "The section is already open. Go on with the registration."},
    RefusalRule{"section.paired_twice", "entry round",
                "Участник {entry} назван в туре {round} дважды. Оставьте одно место.",
                "Player {entry} is named twice in round {round}. Keep one place."},
    RefusalRule{"section.paired_with_self", "entry", "Участник {entry} посажен сам с собой. Исправьте пару.",
                "Player {entry} is paired with himself. Mend the pair."},
    RefusalRule{"section.person_entered", "entry",
                "Этот участник уже заявлен: {entry}. Вторая заявка не нужна.",
                "This person is already entered: {entry}. A second entry is not needed."},
    RefusalRule{"section.places_decided", "place",
                "Место {place} уже решено. Сначала отмените то решение, указав причину.",
                "Place {place} is already decided. Revoke that decision first, with a reason."},
    RefusalRule{"section.places_range", "first last players",
                "Мест с {first} по {last} нет: участников {players}. Проверьте первое место.",
                "There are no places {first} to {last}: {players} players. Check the first place."},
    RefusalRule{"section.places_repeat", "entry",
                "Участник {entry} назван дважды. Назовите каждого один раз.",
                "Player {entry} is named twice. Name everybody once."},
    RefusalRule{
        "section.places_standing", "first last standing",
        "На местах с {first} по {last} стоят другие: {standing}. Назовите именно их, в решённом порядке.",
        "Others stand on places {first} to {last}: {standing}. Name exactly them, in the order decided."},
    RefusalRule{
        "section.places_too_early", "closed rounds",
        "Места решают после последнего тура, а закрыто {closed} из {rounds}. Доиграйте или завершите турнир.",
        "Places are decided after the last round; {closed} of {rounds} are closed. Play on, or finish the "
        "section."},
    RefusalRule{"section.places_two", "", "Решение касается хотя бы двоих. Назовите участников.",
                "A decision concerns at least two players. Name them."},
    RefusalRule{"section.registration_closed", "",
                "Стартовый список опубликован, регистрация закрыта. Обратитесь к главному судье.",
                "The start list is published and registration closed. Ask the chief arbiter."},
    RefusalRule{
        "section.result_exists", "round board result",
        "В туре {round} на доске {board} уже стоит {result}. Чтобы изменить, внесите исправление с причиной.",
        "Round {round}, board {board} already has {result}. To change it, enter a correction with a reason."},
    RefusalRule{"section.result_impossible", "white black",
                "Такого счёта не бывает: {white} и {black} половин очка. В сумме не больше одного очка.",
                "There is no such score: {white} and {black} half points. The sum is at most one point."},
    RefusalRule{"section.result_missing", "round board",
                "В туре {round} на доске {board} ещё нет результата. Внесите его обычным вводом.",
                "Round {round}, board {board} has no result yet. Enter it as a result, not as a correction."},
    RefusalRule{"section.result_same", "round board result",
                "В туре {round} на доске {board} и так стоит {result}. Исправлять нечего.",
                "Round {round}, board {board} has {result} already. There is nothing to correct."},
    RefusalRule{"section.round_closed", "round", "Тур {round} уже закрыт. Переходите к следующему.",
                "Round {round} is already closed. Go on to the next."},
    RefusalRule{"section.round_not_closed", "round", "Тур {round} ещё не закрыт. Закройте его и повторите.",
                "Round {round} is not closed yet. Close it, then try again."},
    RefusalRule{"section.round_not_paired", "round",
                "Жеребьёвки тура {round} нет. Проведите её или проверьте номер.",
                "Round {round} is not paired. Pair it, or check the number."},
    RefusalRule{"section.round_out_of_order", "round expected",
                "Следующий тур — {expected}, а не {round}. Проведите жеребьёвку тура {expected}.",
                "The next round is {expected}, not {round}. Pair round {expected}."},
    RefusalRule{"section.rounds_done", "rounds", "Все туры ({rounds}) проведены. Завершите турнир.",
                "All {rounds} rounds are paired. Finish the section."},
    RefusalRule{"section.rounds_limit", "rounds limit",
                "Туров {rounds}, а можно от 1 до {limit}. Исправьте число туров в положении.",
                "{rounds} rounds: it must be 1 to {limit}. Mend the number of rounds in the regulation."},
    RefusalRule{"section.start_list_exists", "", "Стартовый список уже опубликован. Переходите к жеребьёвке.",
                "The start list is already published. Go on to pairing."},
    RefusalRule{"section.start_list_incomplete", "missing",
                "В стартовом списке не хватает участников: {missing}. Назовите каждого по одному разу.",
                "The start list lacks {missing} player(s). Name everybody once."},
    RefusalRule{"section.start_list_repeats", "entry",
                "Участник {entry} назван в стартовом списке дважды. Назовите каждого по одному разу.",
                "Player {entry} is named twice in the start list. Name everybody once."},
    RefusalRule{"section.too_few_entries", "", "Для турнира нужны хотя бы двое. Зарегистрируйте участников.",
                "A section needs at least two players. Register them."},
    RefusalRule{"section.withdrawn_already", "entry round",
                "Участник {entry} уже выбыл после тура {round}. Делать ничего не нужно.",
                "Player {entry} has already withdrawn after round {round}. There is nothing to do."},
    RefusalRule{
        "section.withdrawn_from_past", "entry round",
        "Участник {entry} сидит за доской в туре {round}. Укажите выбытие после тура {round} или позже.",
        "Player {entry} has a board in round {round}. Withdraw the player after round {round} or later."},
    RefusalRule{"stream.not_owner", "owner", "Это ведёт узел «{owner}». Выполните действие там.",
                "The node \"{owner}\" owns this. Do it there."},
};

std::string Fill(std::string_view text, const RuleBreak& rule_break) {
  std::string out;
  while (!text.empty()) {
    const size_t open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const size_t close = text.find('}', open);
    KUBOK_CHECK(close != std::string_view::npos);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const auto param = std::find_if(rule_break.params.begin(), rule_break.params.end(),
                                    [&](const auto& candidate) { return candidate.first == name; });
    KUBOK_CHECK(param != rule_break.params.end());
    out += param->second;
    text.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::span<const RefusalRule> RefusalCatalogue() {
  return kCatalogue;
}

v1::Refusal MakeRefusal(const RuleBreak& rule_break) {
  const auto rule = std::find_if(kCatalogue.begin(), kCatalogue.end(), [&](const RefusalRule& candidate) {
    return candidate.key == rule_break.key;
  });
  KUBOK_CHECK(rule != kCatalogue.end());
  v1::Refusal refusal;
  refusal.set_rule(std::string(rule->key));
  for (const auto& [name, value] : rule_break.params) {
    v1::Param* param = refusal.add_params();
    param->set_name(name);
    param->set_value(value);
  }
  refusal.mutable_text()->set_ru(Fill(rule->ru, rule_break));
  refusal.mutable_text()->set_en(Fill(rule->en, rule_break));
  for (const v1::Finding& finding : rule_break.findings) {
    *refusal.add_findings() = finding;
    refusal.set_level(std::max(refusal.level(), finding.level()));
  }
  refusal.set_confirm(rule_break.confirm);
  if (rule_break.earlier) {
    v1::LogPosition* position = refusal.mutable_earlier()->mutable_position();
    position->set_origin(rule_break.earlier->origin.str());
    position->set_size(Raw(rule_break.earlier->seq) + 1);
    position->set_leaf_hash(ToBytes(rule_break.earlier->leaf));
  }
  return refusal;
}

}  // namespace kubok::tournament

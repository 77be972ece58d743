// Why a position is won or lost, in words.

import { readable, type Writer } from "../../components/board/notation";
import type { Schemas } from "../../lib/api";
import type { messages } from "./messages";

export type Explanation = Schemas["Explanation"];
type Key = keyof (typeof messages)["en"];
type Translate = (key: Key, values?: Record<string, string | number>) => string;

/**
 * An explanation in sentences; `roleName` tells what people call a role of the rules, and `write`
 * writes moves.
 */
export function explained(
  t: Translate,
  explanation: Explanation,
  roleName: (role: string) => string,
  write: Writer = readable,
): string {
  const { parts, nim_sum, winning_moves, misere, impartial, limit } = explanation;
  const values = parts.map(({ value }) => value);
  const wins = explanation.mover === explanation.winner;
  const said = {
    count: parts.length,
    values: values.join(t("comma")),
    sum: `${values.join(" ⊕ ")} = ${nim_sum}`,
    value: nim_sum,
    role: roleName(explanation.mover),
    winner: roleName(explanation.winner),
    moves: winning_moves.map(({ move }) => write(move)).join(t("comma")),
    plies: limit?.plies ?? 0,
  };
  const late = winning_moves.filter(({ in_time }) => in_time === false).map(({ move }) => write(move));
  return [
    ...(parts.length > 1
      ? [t("whyParts", said), t(wins ? "whySumWins" : "whySumLoses", said)]
      : [t(misere ? "whyOneMisere" : "whyOne", said), t(wins ? "whyOneWins" : "whyOneLoses", said)]),
    impartial ? "" : t("whyReversible"),
    limit
      ? t(({ yes: "whyInTime", no: "whyTooLate", unknown: "whyLimit" } as const)[limit.in_time], said)
      : "",
    limit?.in_time === "yes" && late.length > 0 ? t("whyLate", { moves: late.join(t("comma")) }) : "",
  ]
    .filter(Boolean)
    .join(t("space"));
}

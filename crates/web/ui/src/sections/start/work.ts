// How works are told.

import type { Work } from "../../lib/recent.svelte";

type Told = {
  key:
    | "comparison"
    | "game"
    | "search"
    | "learning"
    | "exercise"
    | "exerciseOfTree"
    | "exerciseSet"
    | "rulesheet";
  values: Record<string, string | number>;
};

/** The message that tells a work, and what fills its places. */
export function told({ section, query }: Work, unnamed: string, kindName: (kind: string) => string): Told {
  const parameters = new URLSearchParams(query);
  const of = (name: string) => parameters.get(name) ?? "";
  const subject = of("mine") || of("game") || of("tree") || unnamed;
  switch (section) {
    case "compare":
      return { key: "comparison", values: { id: of("id") } };
    case "play":
      return {
        key: "game",
        values: {
          game: subject,
          moves: of("moves")
            .split(";")
            .filter((move) => move.trim() !== "").length,
        },
      };
    case "watch":
      return parameters.has("equilibrium")
        ? { key: "learning", values: { subject, algorithm: of("equilibrium") } }
        : { key: "search", values: { subject, strategy: of("strategy") } };
    case "practise":
      if (parameters.has("tree")) return { key: "exerciseOfTree", values: { kind: kindName(of("kind")) } };
      if (parameters.has("set"))
        return { key: "exerciseSet", values: { level: Number(of("level")), seed: of("seed") } };
      return {
        key: "exercise",
        values: { kind: kindName(of("kind")), level: Number(of("level")), number: Number(of("number")) },
      };
    default:
      return { key: "rulesheet", values: { name: subject } };
  }
}

// The catalogue of strategies and evaluators, asked for once.

import { api, data, type Schemas } from "../../lib/api";

export type Catalogue = Schemas["Catalogue"];
export type Entry = Schemas["Entry"];
export type Parameter = Schemas["Parameter"];
export type Domain = Schemas["Domain"];

let known: Promise<Catalogue> | undefined;

/** The catalogue; one that could not be had is asked for again by the next who wants it. */
export function catalogue(): Promise<Catalogue> {
  known ??= data(api.GET("/api/strategies"))
    .then(withoutFiles)
    .catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  return known;
}

/**
 * The catalogue without parameters that take a file, which a page cannot name: `learned` without one is what
 * the server's store has of the game. A strategy whose only parameter is a tablebase or a policy is nothing
 * without its file.
 */
export function withoutFiles({ strategies, evaluators }: Catalogue): Catalogue {
  const files = ["learned", "tablebase", "policy"];
  const needsFile = ({ parameters }: Entry) =>
    parameters.length > 0 &&
    parameters.every(({ domain }) => domain.type === "tablebase" || domain.type === "policy");
  const nameable = (entry: Entry) => ({
    ...entry,
    parameters: entry.parameters.filter(({ domain }) => !files.includes(domain.type)),
  });
  return {
    strategies: strategies.filter((entry) => !needsFile(entry)).map(nameable),
    evaluators: evaluators.map(nameable),
  };
}

/** The default of a parameter as text; none if there is none. */
export function preset(parameter: Parameter): string | undefined {
  const value = parameter.default;
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "object") return String(value);
  return String(value.unless_bounded);
}

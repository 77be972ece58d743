// The JSON API, with types made from its description.

import createClient from "openapi-fetch";

import type { components, paths } from "../../generated/schema";
import { unreachable } from "./unreachable";

/** The documents of the API by name. */
export type Schemas = components["schemas"];

/** Why a request was not done. */
export type Problem = Schemas["Problem"];

/** A game in a request. */
export type GameRef = { name: string } | { rules: string };

/** A problem that was thrown. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const client = createClient<paths>({ baseUrl: "" });

client.use({
  async onResponse({ response }) {
    if (response.ok) return undefined;
    throw new ApiError(await problemOf(response));
  },
  onError() {
    return new ApiError(unreachable());
  },
});

async function problemOf(response: Response): Promise<Problem> {
  try {
    const problem: unknown = await response.json();
    if (isProblem(problem)) return problem;
  } catch {
    // What is no JSON is told by its status.
  }
  return { code: "status", message: `${response.status} ${response.statusText}` };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

/** Whatever was thrown, as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return { code: "unexpected", message: error instanceof Error ? error.message : String(error) };
}

/** The answer's document; a problem is thrown as an `ApiError`. */
export async function data<T>(answer: Promise<{ data?: T }>): Promise<T> {
  // What is not ok has been thrown before.
  return (await answer).data as T;
}

export const api = client;

/** The rulesheet of a game. */
export async function rulesOf(game: GameRef): Promise<string> {
  if ("rules" in game) return game.rules;
  return (await data(api.GET("/api/games/{name}", { params: { path: { name: game.name } } }))).rules;
}

import { expect, test } from "vitest";

import type { Schemas } from "../../lib/api";
import { Foresight } from "./foresight";

type Position = Schemas["PositionDocument"];
const position = (picture: string) => ({ picture }) as unknown as Position;

test("the picture after a move is asked for once, and again if it could not be found out", async () => {
  const answers = [
    Promise.reject(new Error("lost")),
    Promise.resolve(position("after")),
    Promise.resolve(position("twice")),
  ];
  const foresight = new Foresight(() => answers.shift() ?? Promise.reject(new Error("asked again")));
  const before = position("before");
  const ahead = () => foresight.of(before, "a", [["a"]]);
  await expect(ahead()).rejects.toThrow("lost");
  expect(await Promise.all([ahead(), ahead()])).toEqual(["after", "after"]);
  expect(await ahead()).toBe("after");
});

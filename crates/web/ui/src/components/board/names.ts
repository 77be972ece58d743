// What pieces are called: by how they are drawn, where that says more than their name in the rules.

import type { Schemas } from "../../lib/api";
import type { Language } from "../../lib/i18n.svelte";
import type { Colour } from "./colour";

type Content = Schemas["Content"];
/** What a picture shows; a disc beside kings is a man of checkers. */
type Kind = Exclude<Schemas["Shape"], "cross" | "ring" | "delta" | "tile"> | "man";

const COLOURS: Record<Language, Record<Colour, string>> = {
  en: {
    black: "black",
    blue: "blue",
    brown: "brown",
    green: "green",
    grey: "grey",
    red: "red",
    white: "white",
    yellow: "yellow",
  },
  ja: {
    black: "黒",
    blue: "青",
    brown: "茶色",
    green: "緑",
    grey: "灰色",
    red: "赤",
    white: "白",
    yellow: "黄色",
  },
  // Without their endings.
  de: {
    black: "schwarz",
    blue: "blau",
    brown: "braun",
    green: "grün",
    grey: "grau",
    red: "rot",
    white: "weiß",
    yellow: "gelb",
  },
};

const KINDS: Record<Language, Record<Kind, string>> = {
  en: {
    coin: "coin",
    cycle: "light cycle",
    disc: "disc",
    dot: "dot",
    flag: "flag",
    king: "king",
    knight: "knight",
    lamp: "lamp",
    man: "man",
    pawn: "pawn",
    peg: "peg",
    robot: "robot",
    square: "square",
    wall: "wall",
  },
  ja: {
    coin: "硬貨",
    cycle: "バイク",
    disc: "石",
    dot: "点",
    flag: "旗",
    king: "キング",
    knight: "ナイト",
    lamp: "ランプ",
    man: "駒",
    pawn: "ポーン",
    peg: "ペグ",
    robot: "ロボット",
    square: "四角",
    wall: "壁",
  },
  de: {
    coin: "Münze",
    cycle: "Motorrad",
    disc: "Stein",
    dot: "Punkt",
    flag: "Flagge",
    king: "Dame",
    knight: "Springer",
    lamp: "Lampe",
    man: "Stein",
    pawn: "Bauer",
    peg: "Stift",
    robot: "Roboter",
    square: "Quadrat",
    wall: "Wand",
  },
};

/** The endings of German adjectives, by the gender of the noun. */
const FEMININE: Kind[] = ["coin", "flag", "king", "lamp", "wall"];
const NEUTER: Kind[] = ["cycle", "square"];

function coloured(kind: Kind, colour: Colour, language: Language): string {
  const [noun, adjective] = [KINDS[language][kind], COLOURS[language][colour]];
  switch (language) {
    case "en":
      return `${adjective} ${noun}`;
    case "ja":
      return `${adjective}の${noun}`;
    case "de":
      return `${adjective}${FEMININE.includes(kind) ? "e" : NEUTER.includes(kind) ? "es" : "er"} ${noun}`;
  }
}

/**
 * The name of a piece among everything that a board may hold; its colour is told where another piece is drawn
 * in the same shape.
 */
export function pieceName(content: Content, among: Content[], language: Language): string {
  const { look } = content;
  // A mark is called by its name, and so is what is drawn as its name.
  if (!look || ["cross", "ring", "delta", "tile"].includes(look.shape)) return content.name;
  const kings = among.some(({ look }) => look?.shape === "king");
  const kind = look.shape === "disc" && kings ? "man" : (look.shape as Kind);
  const alike = among.filter((other) => !other.blank && other.look?.shape === look.shape);
  // Two pieces that look the same are told apart by their names.
  if (alike.some((other) => other.name !== content.name && other.look?.colour === look.colour))
    return content.name;
  return alike.length > 1 ? coloured(kind, look.colour, language) : KINDS[language][kind];
}

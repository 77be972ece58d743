// All of the server's texts in Japanese.

import { diagnostics } from "./diagnostics";
import { games } from "./games";
import { json } from "./json";
import { options } from "./options";
import { problems } from "./problems";
import { remarks } from "./remarks";
import { solving } from "./solving";
import { specs } from "./specs";
import { strategies } from "./strategies";
import { tournaments } from "./tournaments";
import { trees } from "./trees";

export default [
  strategies,
  options,
  diagnostics,
  problems,
  trees,
  json,
  specs,
  games,
  tournaments,
  solving,
  remarks,
];

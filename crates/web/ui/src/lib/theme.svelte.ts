// Light or dark: as the system has it, unless somebody chose.

import { remembered } from "./remembered.svelte";

export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

export const theme = remembered<Theme>("theme", "system", (value) => THEMES.includes(value as Theme));

/** Shows the theme that is chosen, now and when another is. */
export function showTheme(): void {
  $effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

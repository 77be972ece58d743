// How the editor looks: the page's colours, so that it follows the theme.

import { EditorView } from "@codemirror/view";

export const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--raised)", height: "100%", fontSize: "0.85rem" },
  "&.cm-focused": { outline: "3px solid light-dark(#0b5fd0, #7fb4ff)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--ground)",
    color: "var(--quiet)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--good) 35%, transparent)" },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--bad) 40%, transparent)",
  },
  ".cm-tooltip, .cm-panels": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    borderColor: "var(--line)",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--on-accent)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionInfo": { maxWidth: "20rem" },
  ".cm-diagnostic": { borderLeftWidth: "4px", maxWidth: "34rem", whiteSpace: "pre-wrap" },
  ".cm-button": { color: "var(--text)", background: "var(--raised)", border: "1px solid var(--line)" },
  ".cm-textfield": { color: "var(--text)", backgroundColor: "var(--raised)", borderColor: "var(--line)" },
});

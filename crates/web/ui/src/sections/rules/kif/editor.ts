// The editor for rulesheets: CodeMirror with all that knows about KIF.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";

import type { Language } from "../../../lib/i18n.svelte";
import { completions, type Describing } from "./completion";
import { type Inspection, marks, offset, type Spot } from "./findings";
import { kif } from "./language";
import { phrases } from "./phrases";
import { look } from "./theme";

/** Milliseconds without a letter before the text is checked. */
const PAUSE = 300;

/** What the editor needs from the section, and what it tells. */
export interface Surroundings {
  /** What the checker finds in a text; none if nobody could be asked. */
  check(text: string): Promise<Inspection | undefined>;
  /** The name of a finding's code. */
  title(code: string): string;
  /** A text of the checker in the language of the page. */
  say(text: string): string;
  describing(): Describing;
  changed(text: string): void;
}

/** What screen readers say of the editor. */
export interface Spoken {
  language: Language;
  label: string;
  /** The id of the element that says how to leave it. */
  description: string;
}

export class Editor {
  private readonly view: EditorView;
  private readonly spoken = new Compartment();

  constructor(parent: HTMLElement, text: string, surroundings: Surroundings, spoken: Spoken) {
    const check = async (view: EditorView) => {
      const { doc } = view.state;
      const inspection = await surroundings.check(doc.toString());
      return inspection ? marks(doc, inspection, surroundings.title, surroundings.say) : [];
    };
    const extensions = [
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching({ brackets: "()" }),
      closeBrackets(),
      autocompletion({ icons: false, override: [completions(surroundings.describing)] }),
      linter(check, { delay: PAUSE, needsRefresh: speaksAnew }),
      kif(),
      look,
      EditorView.lineWrapping,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) surroundings.changed(update.state.doc.toString());
      }),
      this.spoken.of(speaking(spoken)),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Puts another text in place of this one, which can be undone. */
  replace(text: string): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({
      changes: { from: 0, to: length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
  }

  /** Goes to a place, where one can write at once. */
  jump(spot: Spot): void {
    const anchor = offset(this.view.state.doc, spot);
    this.view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    this.view.focus();
  }

  speak(spoken: Spoken): void {
    this.view.dispatch({ effects: this.spoken.reconfigure(speaking(spoken)) });
  }

  destroy(): void {
    this.view.destroy();
  }
}

/** Whether the language is another one, so that findings have to be told again. */
function speaksAnew({ startState, state }: ViewUpdate): boolean {
  return startState.facet(EditorState.phrases) !== state.facet(EditorState.phrases);
}

function speaking({ language, label, description }: Spoken): Extension {
  const attributes = {
    "aria-label": label,
    "aria-describedby": description,
    tabindex: "0",
    spellcheck: "false",
    autocapitalize: "off",
  };
  return [EditorState.phrases.of(phrases[language]), EditorView.contentAttributes.of(attributes)];
}

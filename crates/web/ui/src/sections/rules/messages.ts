import { counted, type Messages } from "../../lib/i18n.svelte";

type Key =
  | "title"
  | "lead"
  | "editor"
  | "leaving"
  | "arguments"
  | "unreachable"
  | "findings"
  | "checking"
  | "errors"
  | "warnings"
  | "nothing wrong"
  | "open"
  | "begin"
  | "new"
  | "built-in games"
  | "mine"
  | "from file"
  | "to file"
  | "name"
  | "save"
  | "forget"
  | "saved"
  | "name taken"
  | "no room"
  | "unsaved"
  | "not saved"
  | "kept aside"
  | "untitled"
  | "drop"
  | "too long"
  | "play"
  | "watch"
  | "solve"
  | "compare"
  | "mend"
  | "figures"
  | "measure"
  | "cancel"
  | "starting"
  | "stage circuit"
  | "stage symmetries"
  | "stage sums"
  | "stage states"
  | "states"
  | "states cut"
  | "states by ply"
  | "leaves"
  | "mean plies"
  | "outdated"
  | "no circuit"
  | "roles"
  | "written"
  | "fluents"
  | "moves"
  | "gates"
  | "gates before"
  | "depth"
  | "blocks"
  | "invariants"
  | "symmetries"
  | "grounded in"
  | "built in"
  | "seconds"
  | "sums"
  | "constant"
  | "between"
  | "inspector"
  | "inspect"
  | "restart"
  | "back"
  | "random"
  | "step"
  | "make"
  | "over"
  | "no goal"
  | "state"
  | "gone"
  | "added"
  | "older rules"
  | "role"
  | "init"
  | "true"
  | "does"
  | "next"
  | "legal"
  | "goal"
  | "terminal"
  | "base"
  | "input"
  | "sees"
  | "<="
  | "not"
  | "or"
  | "distinct";

export const messages: Messages<Key> = {
  en: {
    title: "Write rules",
    lead: "Rules are written in the Game Description Language (GDL, KIF syntax), and checked while you type.",
    editor: "Rulesheet",
    leaving: "Tab indents. To leave the editor with the keyboard, press Escape, then Tab.",
    arguments: ({ count }) => counted(count, "argument", "arguments"),
    unreachable: "The rules could not be checked: {message}",
    findings: "Diagnostics",
    checking: "Checking …",
    errors: ({ errors, warnings }) => `Errors: ${errors}` + (warnings ? `, warnings: ${warnings}` : ""),
    warnings: "No errors; warnings: {warnings}",
    "nothing wrong": "No errors and no warnings",
    open: "Open",
    begin: "Start with …",
    new: "A new game",
    "built-in games": "Built-in games",
    mine: "My rules",
    "from file": "Open a file …",
    "to file": "Save to a file",
    name: "Name",
    save: "Store in this browser",
    forget: "Delete",
    saved: "“{name}” is stored in this browser.",
    "name taken": "Other rules have the name “{name}”. These are stored as “{kept}”.",
    "no room": "The browser has no space for these rules. Save them to a file.",
    unsaved: "changed",
    "not saved": "Not saved",
    "kept aside": "The changes to “{name}” are kept. “Open” lists them under “Not saved”.",
    untitled: "my game",
    drop: "You can also drop a file on the editor.",
    "too long": "The file is too large. The limit is {most} KiB.",
    play: "Play these rules",
    watch: "Watch a search",
    solve: "Solve this game",
    compare: "Compare strategies on these rules",
    mend: "Correct the errors first.",
    figures: "Figures",
    measure: "Compute",
    cancel: "Cancel",
    starting: "Starting …",
    "stage circuit": "Grounding the rules and building the circuit …",
    "stage symmetries": "Finding symmetries …",
    "stage sums": "Computing bounds on the sum of the goals …",
    "stage states": "Counting the states …",
    states: "Reachable states",
    "states cut": "more than {states}",
    "states by ply": "States by ply",
    leaves: "Leaves of the game tree",
    "mean plies": "Mean length of a game over all leaves",
    outdated: "These figures belong to the rules before the last changes.",
    "no circuit": "There is no circuit; the reasoner is used instead (slower):",
    roles: "Roles",
    written: "Facts and rules",
    fluents: "Fluents",
    moves: "Moves",
    gates: "Gates",
    "gates before": "Gates before optimisation",
    depth: "Depth of the circuit",
    blocks: "Recursive blocks",
    invariants: "Invariants",
    symmetries: "Symmetries (including the identity)",
    "grounded in": "Grounded in",
    "built in": "Circuit built in",
    seconds: "{seconds} s",
    sums: "Sum of the goals",
    constant: "always {sum}",
    between: "{least} to {greatest}",
    inspector: "State inspector",
    inspect: "Step through a game",
    restart: "To the initial state",
    back: "Back",
    random: "Random step",
    step: "Step {step}",
    make: "Make these moves",
    over: "The game is over: {goals}",
    "no goal": "no goal",
    state: "State",
    gone: "no longer true",
    added: "newly true",
    "older rules": "The rules have changed. Go to the initial state to use the new rules.",
    role: "(role r): r is a role.",
    init: "(init f): f is true in the initial state.",
    true: "(true f): f is true in the current state.",
    does: "(does r m): r makes the move m in the current state.",
    next: "(next f): f is true in the next state.",
    legal: "(legal r m): r may make the move m.",
    goal: "(goal r n): r has the goal n, from 0 to 100.",
    terminal: "terminal: the current state is terminal.",
    base: "(base f): f is a fluent (optional declaration).",
    input: "(input r m): m is a move of r (optional declaration).",
    sees: "(sees r p): r gets the percept p after the joint move (GDL-II).",
    "<=": "(<= head conditions …): the head is true if all conditions are true.",
    not: "(not c): c is not true.",
    or: "(or c d …): at least one of them is true.",
    distinct: "(distinct a b): a and b are different.",
  },
  ja: {
    title: "ルールを書く",
    lead: "ルールはゲーム記述言語（GDL、KIF 構文）で書きます。入力中に検査されます。",
    editor: "ゲーム記述",
    leaving: "Tab キーは字下げです。キーボードでエディタから移動するには、Escape、続けて Tab を押します。",
    arguments: "引数 {count} 個",
    unreachable: "ルールを検査できませんでした：{message}",
    findings: "検査結果",
    checking: "検査中 …",
    errors: ({ errors, warnings }) => `エラー：${errors}` + (warnings ? `、警告：${warnings}` : ""),
    warnings: "エラーなし、警告：{warnings}",
    "nothing wrong": "エラーも警告もありません",
    open: "開く",
    begin: "選んで始める …",
    new: "新しいゲーム",
    "built-in games": "組み込みのゲーム",
    mine: "自作のルール",
    "from file": "ファイルを開く …",
    "to file": "ファイルに保存",
    name: "名前",
    save: "このブラウザに保存",
    forget: "削除",
    saved: "「{name}」をこのブラウザに保存しました。",
    "name taken": "「{name}」は別のルールの名前です。このルールは「{kept}」として保存しました。",
    "no room": "ブラウザに空き容量がありません。ファイルに保存してください。",
    unsaved: "変更あり",
    "not saved": "未保存",
    "kept aside": "「{name}」の変更は保持されています。「開く」の「未保存」から再び開けます。",
    untitled: "自作ゲーム",
    drop: "ファイルをエディタにドロップすることもできます。",
    "too long": "ファイルが大きすぎます（最大 {most} KiB）。",
    play: "このルールで対局",
    watch: "探索を観察",
    solve: "このゲームを解く",
    compare: "このルールで戦略を比較",
    mend: "先にエラーを修正してください。",
    figures: "規模",
    measure: "計算する",
    cancel: "中止",
    starting: "開始しています …",
    "stage circuit": "ルールを基礎化し、回路を構築しています …",
    "stage symmetries": "対称性を調べています …",
    "stage sums": "利得の合計の上限と下限を求めています …",
    "stage states": "状態を数えています …",
    states: "到達可能な状態数",
    "states cut": "{states} より多い",
    "states by ply": "手数ごとの状態数",
    leaves: "ゲーム木の葉の数",
    "mean plies": "葉までの平均手数",
    outdated: "これは最後の変更より前のルールの値です。",
    "no circuit": "回路がないため、代わりに推論器を使います（低速）：",
    roles: "役割",
    written: "事実と規則",
    fluents: "フルーエント",
    moves: "手",
    gates: "ゲート",
    "gates before": "最適化前のゲート",
    depth: "回路の深さ",
    blocks: "再帰ブロック",
    invariants: "不変条件",
    symmetries: "対称性（恒等を含む）",
    "grounded in": "基礎化の時間",
    "built in": "回路の構築時間",
    seconds: "{seconds} 秒",
    sums: "利得の合計",
    constant: "常に {sum}",
    between: "{least} から {greatest}",
    inspector: "状態の表示",
    inspect: "ゲームを一手ずつ進める",
    restart: "初期状態へ",
    back: "戻る",
    random: "ランダムに進む",
    step: "{step} 手目",
    make: "この手で進む",
    over: "ゲーム終了：{goals}",
    "no goal": "利得なし",
    state: "状態",
    gone: "真でなくなった",
    added: "新しく真になった",
    "older rules": "ルールが変更されました。新しいルールを使うには初期状態へ戻ってください。",
    role: "(role r)：r は役割である。",
    init: "(init f)：初期状態で f は真である。",
    true: "(true f)：現在の状態で f は真である。",
    does: "(does r m)：現在の状態で r が手 m を選ぶ。",
    next: "(next f)：次の状態で f は真である。",
    legal: "(legal r m)：手 m は r の合法手である。",
    goal: "(goal r n)：r の利得は n（0〜100）である。",
    terminal: "terminal：現在の状態は終端状態である。",
    base: "(base f)：f はフルーエントである（省略可能な宣言）。",
    input: "(input r m)：m は r の手である（省略可能な宣言）。",
    sees: "(sees r p)：同時手の後に r は知覚 p を得る（GDL-II）。",
    "<=": "(<= 頭部 条件 …)：条件がすべて真なら頭部は真である。",
    not: "(not c)：c は真でない。",
    or: "(or c d …)：少なくとも一つが真である。",
    distinct: "(distinct a b)：a と b は異なる。",
  },
  de: {
    title: "Regeln schreiben",
    lead: "Regeln werden in der Game Description Language (GDL, KIF-Syntax) geschrieben und beim Schreiben geprüft.",
    editor: "Spielbeschreibung",
    leaving: "Tab rückt ein. Um den Editor mit der Tastatur zu verlassen, drücken Sie Escape, dann Tab.",
    arguments: ({ count }) => counted(count, "Argument", "Argumente"),
    unreachable: "Die Regeln konnten nicht geprüft werden: {message}",
    findings: "Befunde",
    checking: "Wird geprüft …",
    errors: ({ errors, warnings }) => `Fehler: ${errors}` + (warnings ? `, Warnungen: ${warnings}` : ""),
    warnings: "Keine Fehler; Warnungen: {warnings}",
    "nothing wrong": "Keine Fehler und keine Warnungen",
    open: "Öffnen",
    begin: "Beginnen mit …",
    new: "Ein neues Spiel",
    "built-in games": "Eingebaute Spiele",
    mine: "Meine Regeln",
    "from file": "Datei öffnen …",
    "to file": "In Datei speichern",
    name: "Name",
    save: "Im Browser speichern",
    forget: "Löschen",
    saved: "„{name}“ ist in diesem Browser gespeichert.",
    "name taken": "Andere Regeln heißen „{name}“. Diese sind als „{kept}“ gespeichert.",
    "no room": "Der Browser hat keinen Speicherplatz für diese Regeln. Speichern Sie sie in einer Datei.",
    unsaved: "geändert",
    "not saved": "Nicht gespeichert",
    "kept aside":
      "Die Änderungen an „{name}“ bleiben erhalten. „Öffnen“ führt sie unter „Nicht gespeichert“ auf.",
    untitled: "mein Spiel",
    drop: "Eine Datei kann auch auf den Editor gezogen werden.",
    "too long": "Die Datei ist zu groß. Die Grenze liegt bei {most} KiB.",
    play: "Mit diesen Regeln spielen",
    watch: "Eine Suche beobachten",
    solve: "Dieses Spiel lösen",
    compare: "Strategien mit diesen Regeln vergleichen",
    mend: "Beheben Sie zuerst die Fehler.",
    figures: "Kennzahlen",
    measure: "Berechnen",
    cancel: "Abbrechen",
    starting: "Wird gestartet …",
    "stage circuit": "Die Regeln werden instanziiert, die Schaltung wird aufgebaut …",
    "stage symmetries": "Symmetrien werden gesucht …",
    "stage sums": "Schranken für die Summe der Auszahlungen werden berechnet …",
    "stage states": "Die Zustände werden gezählt …",
    states: "Erreichbare Zustände",
    "states cut": "mehr als {states}",
    "states by ply": "Zustände je Halbzug",
    leaves: "Blätter des Spielbaums",
    "mean plies": "Mittlere Länge einer Partie über alle Blätter",
    outdated: "Diese Kennzahlen gehören zu den Regeln vor den letzten Änderungen.",
    "no circuit": "Es gibt keine Schaltung; stattdessen wird die Inferenzmaschine verwendet (langsamer):",
    roles: "Rollen",
    written: "Fakten und Regeln",
    fluents: "Fluenten",
    moves: "Züge",
    gates: "Gatter",
    "gates before": "Gatter vor der Optimierung",
    depth: "Tiefe der Schaltung",
    blocks: "Rekursive Blöcke",
    invariants: "Invarianten",
    symmetries: "Symmetrien (einschließlich der Identität)",
    "grounded in": "Dauer der Instanziierung",
    "built in": "Dauer des Schaltungsaufbaus",
    seconds: "{seconds} s",
    sums: "Summe der Auszahlungen",
    constant: "immer {sum}",
    between: "{least} bis {greatest}",
    inspector: "Zustandsanzeige",
    inspect: "Ein Spiel schrittweise durchgehen",
    restart: "Zum Anfangszustand",
    back: "Zurück",
    random: "Zufälliger Schritt",
    step: "Schritt {step}",
    make: "Diese Züge ausführen",
    over: "Das Spiel ist zu Ende: {goals}",
    "no goal": "keine Auszahlung",
    state: "Zustand",
    gone: "nicht mehr wahr",
    added: "neu wahr",
    "older rules":
      "Die Regeln wurden geändert. Gehen Sie zum Anfangszustand, um die neuen Regeln zu verwenden.",
    role: "(role r): r ist eine Rolle.",
    init: "(init f): f ist im Anfangszustand wahr.",
    true: "(true f): f ist im aktuellen Zustand wahr.",
    does: "(does r m): r macht im aktuellen Zustand den Zug m.",
    next: "(next f): f ist im nächsten Zustand wahr.",
    legal: "(legal r m): r darf den Zug m machen.",
    goal: "(goal r n): r hat die Auszahlung n, von 0 bis 100.",
    terminal: "terminal: Der aktuelle Zustand ist ein Endzustand.",
    base: "(base f): f ist ein Fluent (optionale Deklaration).",
    input: "(input r m): m ist ein Zug von r (optionale Deklaration).",
    sees: "(sees r p): r erhält nach dem gemeinsamen Zug die Wahrnehmung p (GDL-II).",
    "<=": "(<= Kopf Bedingungen …): Der Kopf ist wahr, wenn alle Bedingungen wahr sind.",
    not: "(not c): c ist nicht wahr.",
    or: "(or c d …): Mindestens eine der Bedingungen ist wahr.",
    distinct: "(distinct a b): a und b sind verschieden.",
  },
};

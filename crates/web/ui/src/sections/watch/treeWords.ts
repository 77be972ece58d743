// What the built-in trees are called and what they show, in other languages than that of their files.

import type { Language } from "../../lib/i18n.svelte";
import type { TreeEntry } from "./recording";

interface Words {
  title: string;
  description: string;
}

export const TREE_WORDS: Record<Exclude<Language, "en">, Record<string, Words>> = {
  ja: {
    bluff: {
      title: "ブラフ：一枚のカードと一度の賭け",
      description:
        "各プレイヤーは参加料 1 を払います。偶然が alice に高いカードか低いカードを配り、bob には見えません。alice がパスすると、カードが参加料の行方を決めます。1 を賭けると、bob は降りるか、1 を払って応じ、カードで決めます。bob の二つのノードは一つの情報集合で、破線で結ばれています。bob はどちらにいるか分かりません。均衡では、alice は高いカードでは必ず、低いカードでは確率 1/3 で賭けます（これがブラフです）。bob は賭けに確率 2/3 で応じます。alice にとってのゲームの値は 1/3 です。フォン・ノイマンとモルゲンシュテルンは、この種のポーカーでブラフを説明しました（『ゲームの理論と経済行動』、1944 年）。",
    },
    expectiminimax: {
      title: "エクスペクティミニマックス法：安全な手、硬貨、偏ったさいころ",
      description:
        "円のノードでは、枝に書かれた確率に従って偶然が手を決めます。B の値は 0.5 × 4 + 0.5 × 7 = 5.5、C の値は 0.5 × 2 + 0.3 × 8 + 0.2 × 8 = 5 なので、Max は B を選びます。利得は最大 10 です。low と middle の値が分かると、C の値は最大でも 1 + 2.4 + 2 = 5.4 であり、Star1 を用いたアルファベータ法は 12 個の葉のうち 9 個を調べます。Star2 では low と middle のそれぞれ一手で足り、7 個です。",
    },
    "maxn-cuts": {
      title: "100 を分け合う三人：max^n の枝刈り",
      description:
        "二番目のノードでは、プレイヤー 2 がすでに 60 を得るので、プレイヤー 1 が得るのは最大 40 です。プレイヤー 1 はすでに 40 を得ているので、浅い枝刈りができます。三番目のノードでは、プレイヤー 2 が可能な最大の 100 を得るので、即時枝刈りができます。",
    },
    "maxn-deep-cut": {
      title: "100 を分け合う三人：誤った深い枝刈り",
      description:
        "プレイヤー 1 は最初の手で 50 を得ます。二番目の手の先でプレイヤー 3 は早くも 60 を得るので、プレイヤー 1 はそこで最大 40 しか得られません。maxn(prune=deep) は葉 10/20/70 を刈り、そのノードの値を 10/30/60 とみなし、プレイヤー 2 をそこへ進ませて、50 を選びます。しかしプレイヤー 3 は刈られた葉を選ぶはずなので、プレイヤー 2 は別の手を選び、プレイヤー 1 は 60 を得ます。",
    },
    maxn: {
      title: "三人の max^n",
      description:
        "どのプレイヤーも、自分の値が最大のベクトルを選びます。プレイヤー 2 が 6 や 9 の葉を選ばないので、プレイヤー 1 はそれらに到達できません。",
    },
    minimax: {
      title: "ミニマックス法：三つの手と三つずつの応手",
      description:
        "B、C、D の値はそれぞれの最小値 3、2、2 です。Max は最大の 3 を選びます。アルファベータ法は C の葉を二つ刈ります。葉 2 を調べた時点で C の値は最大 2 であり、B の 3 より小さいからです。",
    },
    "open-lines": {
      title: "三目並べの二手先：開いているラインの数による評価",
      description:
        "葉の値は、Max にまだ開いているラインの数から Min に開いているラインの数を引いたものです。対称な手を除くと初手は三つで、値 1 の中央が最善です。",
    },
    "perfect-order": {
      title: "最善手が先頭：アルファベータ法は 27 個の葉のうち 11 個を調べる",
      description:
        "すべてのノードで最善手が先頭にあれば、アルファベータ法が調べる葉は 3^2 + 3 − 1 個です。これは値を証明できる最小の個数です。",
    },
    "sixteen-leaves": {
      title: "二つの手で四手先：アルファベータ法は 16 個の葉のうち 7 個を調べる",
      description:
        "手の順序が完全なら、2^2 + 2^2 − 1 個の葉で足ります。ノードの二つの子を入れ替えて、順序の効果を確かめてください。",
    },
    "soft-maxn": {
      title: "同点のある三人の soft-max^n",
      description:
        "あるプレイヤーにとって同じ値の手が複数あるとき、soft-max^n はそれらをすべて残します。そのため、ノードは一つではなく複数の利得ベクトルの集合をもちます。",
    },
    "uct-trap": {
      title: "平均が誤解を招く手：UCT は応手を見つける",
      description:
        "ランダムなプレイアウトでは最初の手の平均が最大ですが、相手には値を最大 10 にする応手があります。シミュレーションを増やすと、UCT は二番目の手を最も多く訪れます。その値は 50 です。",
    },
    "uct-values": {
      title: "値が 0、20、25 の三つの手：UCT が試す順序",
      description:
        "`uct(plain=true)` で探索します（他の戦略は、訪問しなくても葉の値を知っています）。各手を一度ずつ訪れた後、UCT は C = 10 でも C = 1000 でも三番目の手を試します。C = 1000 では、その後、訪問回数の少ない二番目の手に戻ります。",
    },
    "worst-order": {
      title: "最悪手が先頭：アルファベータ法は 27 個の葉をすべて調べる",
      description:
        "最善の順序の木を左右反転したものです。枝刈りは起こりません。アルファベータ法の節約は手の順序に依存します。",
    },
  },
  de: {
    bluff: {
      title: "Ein Bluff: eine Karte und ein Einsatz",
      description:
        "Jeder Spieler zahlt einen Grundeinsatz von 1. Der Zufall gibt alice eine hohe oder eine niedrige Karte, die bob nicht sieht. Passt sie, so entscheidet die Karte, wer die Grundeinsätze bekommt; oder sie setzt 1. Dann steigt bob aus, oder er geht mit 1 mit, und die Karte entscheidet. Bobs zwei Knoten sind eine Informationsmenge, verbunden durch eine gestrichelte Linie: Er weiß nicht, an welchem er ist. Im Gleichgewicht setzt alice mit jeder hohen Karte und mit 1/3 der niedrigen, was ein Bluff ist, und bob geht bei 2/3 der Einsätze mit. Das Spiel ist für sie 1/3 wert. Von Neumann und Morgenstern erklärten das Bluffen mit Poker dieser Art (Theory of Games and Economic Behavior, 1944).",
    },
    expectiminimax: {
      title: "Expectiminimax: ein sicherer Zug, eine Münze und ein gezinkter Würfel",
      description:
        "An einem Kreis zieht der Zufall, mit den Wahrscheinlichkeiten an seinen Ästen. B ist 0,5 · 4 + 0,5 · 7 = 5,5 wert und C 0,5 · 2 + 0,3 · 8 + 0,2 · 8 = 5, also wählt Max B. Auszahlungen sind höchstens 10: Sind low und middle bekannt, so ist C höchstens 1 + 2,4 + 2 = 5,4 wert, und Alpha-Beta mit Star1 besucht 9 von 12 Blättern. Mit Star2 genügt je ein Zug von low und middle, und es sind 7.",
    },
    "maxn-cuts": {
      title: "Drei Spieler teilen sich 100: die Schnitte von Max^n",
      description:
        "Im zweiten Knoten bekommt Spieler 2 schon 60, also bekommt Spieler 1 dort höchstens 40, und 40 hat er schon: ein flacher Schnitt. Im dritten Knoten bekommt Spieler 2 die größtmögliche Auszahlung 100: ein sofortiger Schnitt.",
    },
    "maxn-deep-cut": {
      title: "Drei Spieler teilen sich 100: ein tiefer Schnitt von Max^n, der falsch ist",
      description:
        "Spieler 1 hat durch seinen ersten Zug 50. Unter seinem zweiten Zug hat Spieler 3 bald 60, sodass Spieler 1 dort höchstens 40 bekommen könnte: maxn(prune=deep) schneidet das Blatt 10/20/70 ab, hält 10/30/60 für den Wert jenes Knotens, lässt Spieler 2 dorthin ziehen und wählt 50. Spieler 3 würde aber jenes Blatt nehmen, also zieht Spieler 2 anders, und Spieler 1 bekommt 60.",
    },
    maxn: {
      title: "Max^n mit drei Spielern",
      description:
        "Jeder Spieler wählt den Vektor mit dem größten Wert für sich selbst. Spieler 1 kann die 6 und die 9 nicht erreichen, weil Spieler 2 diese Blätter nicht wählt.",
    },
    minimax: {
      title: "Minimax: drei Züge mit je drei Antworten",
      description:
        "Die Werte von B, C und D sind ihre Minima 3, 2 und 2; Max wählt das größte, 3. Alpha-Beta schneidet zwei Blätter von C ab: Nach dem Blatt 2 ist C höchstens 2 wert, weniger als die 3 von B.",
    },
    "open-lines": {
      title: "Tic-Tac-Toe bis zur Tiefe zwei, bewertet durch offene Linien",
      description:
        "Der Wert eines Blatts ist die Zahl der Linien, die Max noch offenstehen, weniger die Zahl derer, die Min noch offenstehen. Bis auf Symmetrie gibt es drei erste Züge; die Mitte mit dem Wert 1 ist der beste.",
    },
    "perfect-order": {
      title: "Der beste Zug zuerst: Alpha-Beta besucht 11 von 27 Blättern",
      description:
        "Mit dem besten Zug zuerst in jedem Knoten besucht Alpha-Beta 3^2 + 3 − 1 Blätter, die kleinste Zahl, die den Wert beweist.",
    },
    "sixteen-leaves": {
      title: "Zwei Züge, Tiefe vier: Alpha-Beta besucht 7 von 16 Blättern",
      description:
        "Bei vollkommener Zugsortierung genügen 2^2 + 2^2 − 1 Blätter. Vertauschen Sie zwei Kinder eines Knotens, um die Wirkung der Reihenfolge zu sehen.",
    },
    "soft-maxn": {
      title: "Soft-Max^n mit drei Spielern und Gleichstand",
      description:
        "Sind mehrere Züge für einen Spieler gleich gut, so behält Soft-Max^n sie alle, sodass ein Knoten eine Menge von Auszahlungsvektoren statt eines einzigen hat.",
    },
    "uct-trap": {
      title: "Ein Zug mit irreführendem Mittelwert: UCT findet die Antwort",
      description:
        "In zufälligen Playouts hat der erste Zug den größten Mittelwert, aber der zweite Spieler hat eine Antwort, nach der es höchstens 10 gibt. Mit mehr Simulationen besucht UCT den zweiten Zug am häufigsten; sein Wert ist 50.",
    },
    "uct-values": {
      title: "Drei Züge mit den Werten 0, 20 und 25: in welcher Reihenfolge UCT sie versucht",
      description:
        "Mit `uct(plain=true)`, denn andere Strategien kennen die Werte dieser Blätter ohne Besuch. Nach je einem Besuch versucht UCT als Nächstes den dritten Zug, mit C = 10 und mit C = 1000. Mit C = 1000 kehrt es dann zum zweiten Zug zurück, der weniger Besuche hat.",
    },
    "worst-order": {
      title: "Der schlechteste Zug zuerst: Alpha-Beta besucht alle 27 Blätter",
      description:
        "Der Baum mit der besten Reihenfolge, gespiegelt. Es gibt keine Schnitte: Was Alpha-Beta spart, hängt von der Zugsortierung ab.",
    },
  },
};

/**
 * What a built-in tree is called and what it shows, in a language if it is translated, and which language
 * that is.
 */
export function treeWords(
  tree: Pick<TreeEntry, "name" | "title" | "description">,
  wanted: Language,
): Words & { language: Language } {
  const translated = wanted === "en" ? undefined : TREE_WORDS[wanted][tree.name];
  return translated
    ? { ...translated, language: wanted }
    : { title: tree.title, description: tree.description ?? "", language: "en" };
}

// The help texts of strategies, evaluators and their parameters.

import type { Entries } from "../catalogue";

export const strategies: Entries = {
  "a legal move, drawn uniformly at random": "ein erlaubter Zug, gleichverteilt zufällig gezogen",
  "the first legal move in the game's order": "der erste erlaubte Zug in der Reihenfolge des Spiels",
  "minimax without cuts: every line of play to the end of the game, or to a depth":
    "Minimax ohne Schnitte: alle Zugfolgen bis zum Ende des Spiels oder bis zu einer Tiefe",
  "plies to look ahead; without it the search goes to the end of the game":
    "so viele Halbzüge weit wird vorausgerechnet; ohne Angabe reicht die Suche bis zum Ende des Spiels",
  "the evaluator for states at the depth limit": "die Bewertungsfunktion für Zustände an der Tiefengrenze",
  "the file of a tablebase, which `spielbaum solve GAME -o FILE` writes: states in it are not searched, as their values are known":
    "die Datei einer Endspieldatenbank, die `spielbaum solve SPIEL -o DATEI` schreibt: Zustände darin werden nicht durchsucht, weil ihre Werte bekannt sind",
  "states to visit at most, those that an evaluator looks at included, those of playouts not":
    "so viele Zustände werden höchstens besucht; die zählen mit, die eine Bewertungsfunktion ansieht, die von Playouts nicht",
  "nodes at most: each simulation counts as one, however deep it goes, and so does each state that `eval` looks at":
    "so viele Knoten höchstens: Jede Simulation zählt als einer, wie tief sie auch geht, und ebenso jeder Zustand, den `eval` ansieht",
  "time for one decision": "Zeit für eine Entscheidung",
  "minimax in its negamax form: every node maximises, and values change their sign from one side to the other":
    "Minimax in der Form Negamax: Jeder Knoten maximiert, und von einer Seite zur anderen wechselt das Vorzeichen der Werte",
  "minimax that cuts the branches which cannot change the value of the root":
    "Minimax, das die Äste abschneidet, die den Wert der Wurzel nicht ändern können",
  "whose values an observer sees: the searching role's everywhere (minimax), or those of the role that moves (negamax)":
    "wessen Werte ein Beobachter sieht: überall die der suchenden Rolle (minimax) oder die der Rolle am Zug (negamax)",
  "what a node returns whose value is outside the window: the bound it found (soft), or the window's end (hard)":
    "was ein Knoten zurückgibt, dessen Wert außerhalb des Fensters liegt: die gefundene Schranke (soft) oder die Grenze des Fensters (hard)",
  "the window of the root: (-inf, +inf) (open), the goal range (range), or the goal range on games and open on explicit trees (auto)":
    "das Fenster der Wurzel: (-inf, +inf) (open), der Bereich der Auszahlungen (range), oder bei Spielen dieser Bereich und bei expliziten Bäumen das offene Fenster (auto)",
  "megabytes for the transposition table; 0 for none": "Megabyte für die Transpositionstabelle; 0 für keine",
  "replacement scheme of the table: it replaces entries of shallower or earlier searches (depth), or any entry (always)":
    "was die Tabelle ersetzt: Einträge aus flacheren oder früheren Suchen (depth) oder jeden Eintrag (always)",
  "move ordering: the game's own (none), or by the evaluator (static)":
    "Zugsortierung: die Reihenfolge des Spiels (none) oder nach der Bewertungsfunktion (static)",
  "killer heuristic: moves that last caused a cut at the same ply come first":
    "Killer-Heuristik: Züge, die auf demselben Halbzug zuletzt einen Schnitt bewirkt haben, kommen zuerst",
  "history heuristic: moves that often caused cuts anywhere come first":
    "History-Heuristik: Züge, die irgendwo im Baum oft Schnitte bewirkt haben, kommen zuerst",
  "half the width of the aspiration window about the expected value; 0 for the first window (`window`)":
    "die halbe Breite des Aspirationsfensters um den erwarteten Wert; 0 für das erste Fenster (`window`)",
  "principal variation search: later moves are first searched with a null window":
    "Hauptvariantensuche: Spätere Züge werden zuerst mit einem Nullfenster durchsucht",
  "whether states that are equal by a symmetry of the game count as one":
    "ob Zustände, die durch eine Symmetrie des Spiels gleich sind, als einer zählen",
  "late-move reductions: moves late in the order are searched less deep at first, and again if they seem better than the best":
    "Reduktion später Züge: Züge, die in der Sortierung spät kommen, werden zuerst weniger tief durchsucht, und noch einmal, wenn sie besser als der beste zu sein scheinen",
  "quiescence search: plies beyond the depth in which captures are searched, if the rules show that pieces are captured":
    "Ruhesuche: Halbzüge jenseits der Tiefe, in denen Schlagzüge durchsucht werden, sofern die Regeln zeigen, dass Figuren geschlagen werden",
  "whether a state in which a role wins at once is seen to be won, if the game shows that by its circuit: a ply beyond the depth":
    "ob ein Zustand, in dem eine Rolle sofort gewinnt, als gewonnen erkannt wird, sofern die Schaltung des Spiels das zeigt: ein Halbzug jenseits der Tiefe",
  "cuts at chance nodes: by the range of the payoffs and one move of each outcome (star2), by the range alone (star1), or none (plain)":
    "Schnitte an Zufallsknoten: nach dem Bereich der Auszahlungen und einem Zug jedes Ausgangs (star2), nur nach dem Bereich (star1) oder keine (plain)",
  "iterative deepening: alpha-beta to depth 1, 2 and so on, until the value is proven or the budget is spent":
    "iterative Vertiefung: Alpha-Beta-Suche bis zur Tiefe 1, 2 und so weiter, bis der Wert bewiesen oder das Budget verbraucht ist",
  "whether all root moves are searched equally deep, or those with worse values less deep":
    "ob alle Züge der Wurzel gleich tief durchsucht werden oder die mit schlechteren Werten weniger tief",
  "plies that the worst root move is searched less deep than the best one, if the mode is non-uniform":
    "um so viele Halbzüge wird der schlechteste Zug der Wurzel weniger tief durchsucht als der beste, wenn der Modus non-uniform ist",
  "recursive labelling with early exit: each state is WIN, LOST or DRAW for the searcher, moves are tried in the order given":
    "rekursives Markieren mit vorzeitigem Ende: Jeder Zustand ist für die suchende Rolle SIEG, VERLUST oder REMIS; die Züge werden in der gegebenen Reihenfolge versucht",
  "early exit: whether a node whose mover wins by a child is left at once; without it, all nodes are labelled":
    "vorzeitiges Ende: ob ein Knoten sofort verlassen wird, wenn die Rolle am Zug durch ein Kind gewinnt; sonst werden alle Knoten markiert",
  "proof-number search: whether the searcher wins, and by which moves it loses; it estimates nothing":
    "Beweiszahlsuche: ob die suchende Rolle gewinnt und durch welche Züge sie verliert; geschätzt wird nichts",
  "megabytes for what is known about states, half of them for each of the two questions":
    "Megabyte für das, was über Zustände bekannt ist, je die Hälfte für jede der beiden Fragen",
  "maximin over joint moves: at every ply the others know the searcher's move and minimise its payoff; plays any game":
    "Maximin über gemeinsame Züge: In jedem Halbzug kennen die anderen den Zug der suchenden Rolle und minimieren ihre Auszahlung; spielt jedes Spiel",
  "iterative deepening: never, always, or where playouts, nodes or time are bounded, except on explicit trees (auto)":
    "iterative Vertiefung: nie, immer, oder wo Playouts, Knoten oder Zeit begrenzt sind, außer bei expliziten Bäumen (auto)",
  "expectimax against opponents that move uniformly at random: the greatest mean over their answers; plays any game":
    "Expectimax gegen Gegner, die gleichverteilt zufällig ziehen: der größte Mittelwert über ihre Antworten; spielt jedes Spiel",
  "paranoid search: all other roles but its allies together minimise the searcher's payoff; cuts as alpha-beta does":
    "paranoide Suche: Alle anderen Rollen außer den Verbündeten minimieren gemeinsam die Auszahlung der suchenden Rolle; schneidet wie Alpha-Beta",
  "roles that play with the searcher, and maximise its payoff; all others minimise it":
    "Rollen, die mit der suchenden Rolle spielen und deren Auszahlung maximieren; alle anderen minimieren sie",
  "max^n: every role maximises its own payoff, for any number of roles":
    "Max^n: Jede Rolle maximiert ihre eigene Auszahlung, bei beliebig vielen Rollen",
  "which of the moves with the same payoff for a role it takes: the first, any, or the one with the least payoff for the leader of the others":
    "welchen von mehreren Zügen mit derselben Auszahlung eine Rolle nimmt: den ersten, irgendeinen, oder den mit der kleinsten Auszahlung für den Führenden unter den anderen",
  "cuts by the bounds on payoffs: none, immediate ones after a payoff that cannot be beaten, also shallow ones, or also deep ones (deep), which are unsound: a mistake to be watched":
    "Schnitte nach den Schranken der Auszahlungen: keine, sofortige nach einer unübertrefflichen Auszahlung, auch flache, oder auch tiefe (deep), die nicht korrekt sind: ein Fehler zur Anschauung",
  "upper bound on the sum of all payoffs; without it the game's":
    "obere Schranke für die Summe aller Auszahlungen; ohne Angabe die des Spiels",
  "lower bound on every payoff; without it the game's":
    "untere Schranke für jede Auszahlung; ohne Angabe die des Spiels",
  "soft max^n: sets of payoff vectors, one vector for each way to break ties":
    "Soft-Max^n: Mengen von Auszahlungsvektoren, ein Vektor für jede Art, Gleichstände aufzulösen",
  "which moves a role is sure not to make: those worse than another one in every case (strong), or never better and in some case worse (weak)":
    "welche Züge eine Rolle sicher nicht macht: die in jedem Fall schlechteren (strong), oder die nie besseren und in einem Fall schlechteren (weak)",
  "decision criterion, by which a set is worth the searcher's least, mean or greatest payoff in it":
    "Entscheidungskriterium: Eine Menge ist so viel wert wie die kleinste, mittlere oder größte Auszahlung der suchenden Rolle darin",
  "payoff vectors in a set at most; a search that meets more is refused":
    "so viele Auszahlungsvektoren hat eine Menge höchstens; eine Suche, die mehr findet, wird abgelehnt",
  "flat Monte Carlo: random playouts of every move in turn; makes the move with the highest mean":
    "flache Monte-Carlo-Suche: reihum zufällige Playouts jedes Zuges; gewählt wird der Zug mit dem höchsten Mittelwert",
  "playouts of all moves together": "Playouts aller Züge zusammen",
  "whether the moves take turns with playouts or are drawn at random":
    "ob die Playouts reihum auf die Züge verteilt oder die Züge zufällig gezogen werden",
  "Monte Carlo with a tree that grows by one node a playout and is kept, but does not guide the playouts; makes the move with the highest mean":
    "Monte-Carlo-Suche mit einem Baum, der je Playout um einen Knoten wächst und behalten wird, aber die Playouts nicht lenkt; gewählt wird der Zug mit dem höchsten Mittelwert",
  "nodes of the tree at most, after which it grows no more; one of more than a kilobyte counts as several":
    "so viele Knoten hat der Baum höchstens, danach wächst er nicht mehr; ein Knoten von mehr als einem Kilobyte zählt als mehrere",
  "Monte Carlo that steps through whole games, with UCB1 selection at each ply; makes the most visited move":
    "Monte-Carlo-Suche, die schrittweise durch ganze Spiele geht und in jedem Halbzug nach UCB1 auswählt; gewählt wird der meistbesuchte Zug",
  "stepped games, each of which makes hundreds of random playouts on its way":
    "schrittweise gespielte Spiele, von denen jedes unterwegs Hunderte zufälliger Playouts macht",
  "visits at which a move is played on the board of a stepped game":
    "so viele Besuche, bis ein Zug auf dem Brett eines schrittweise gespielten Spiels ausgeführt wird",
  "the constant in UCB1 = w/n + sqrt(c ln N / n)": "die Konstante in UCB1 = w/n + sqrt(c ln N / n)",
  "Monte Carlo tree search: a tree grown by playouts, with UCB1 selection in each of its nodes":
    "Monte-Carlo-Baumsuche: ein durch Playouts wachsender Baum, in dessen Knoten nach UCB1 ausgewählt wird",
  "visits: playouts, and visits to values that are proven, which need none":
    "Besuche: Playouts und Besuche von bewiesenen Werten, die keines brauchen",
  "the search of the paper and nothing else, one playout and one new node at a time; the move is still chosen by `final`":
    "nur die Suche der Veröffentlichung, jeweils ein Playout und ein neuer Knoten; die endgültige Wahl trifft weiterhin `final`",
  "the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1":
    "die Konstante in Q + c sqrt(ln N / n), wobei die Auszahlungen von 0 bis 1 reichen",
  "first-play urgency: the value of an unvisited move, the goal range being 0 to 1; without it such moves come first":
    "First-Play Urgency: der Wert eines unbesuchten Zuges, wobei die Auszahlungen von 0 bis 1 reichen; ohne Angabe kommen solche Züge zuerst",
  "the move that is made: the one with the highest lower confidence bound (secure), the most visits, or the highest mean":
    "der endgültige Zug: der mit der höchsten unteren Konfidenzschranke (secure), den meisten Besuchen oder dem höchsten Mittelwert",
  "how roles choose at the same time: each by its own statistics, each by the marginals of the joint moves' statistics, one by UCB1 and the others at random, or each by a mixed strategy that it learns by regret matching or by Exp3, whose average decides in the end":
    "wie Rollen gleichzeitig wählen: jede nach ihrer eigenen Statistik, jede nach den Randwerten der Statistik gemeinsamer Züge, eine nach UCB1 und die anderen zufällig, oder jede nach einer gemischten Strategie, die sie durch Regret Matching oder Exp3 lernt und deren Durchschnitt am Ende entscheidet",
  "the share of moves drawn uniformly under simultaneous=regret and exp3":
    "der Anteil gleichverteilt gezogener Züge bei simultaneous=regret und exp3",
  "where payoffs have no constant sum: the share of what the searching role misses in what the other roles choose by; a little breaks ties against it, 1 is paranoid":
    "wo die Summe der Auszahlungen nicht konstant ist: der Anteil dessen, was der suchenden Rolle entgeht, an dem, wonach die anderen wählen; ein wenig entscheidet Gleichstände gegen sie, 1 ist paranoid",
  "MCTS-Solver: whether proven values go up the tree":
    "MCTS-Solver: ob bewiesene Werte im Baum nach oben zurückgegeben werden",
  "leaves evaluated together, if the game plays many playouts at once":
    "Blätter, die zusammen bewertet werden, sofern das Spiel viele Playouts auf einmal spielt",
  "playouts from each of these leaves; fewer where the budget would allow less than a thousand leaves":
    "Playouts von jedem dieser Blätter; weniger, wo das Budget für weniger als tausend Blätter reichen würde",
  "whether equal states reached by different moves share one node":
    "ob gleiche Zustände, die durch verschiedene Züge erreicht werden, ein gemeinsamer Knoten sind",
  "whether the tree is kept for the next decision": "ob der Baum für die nächste Entscheidung behalten wird",
  "megabytes for the tree and the statistics of moves, of all threads together; when they are full, the tree's least visited parts are removed":
    "Megabyte für den Baum und die Statistik der Züge, für alle Threads zusammen; sind sie voll, werden die am seltensten besuchten Teile des Baums entfernt",
  "UCT with a tree for each independent game that the game consists of: moves are made of what is chosen in all trees":
    "UCT mit einem Baum für jedes der unabhängigen Spiele, aus denen das Spiel besteht: Züge werden aus dem zusammengesetzt, was in allen Bäumen gewählt wird",
  "visits: playouts, and visits to ends of the game, which need none":
    "Besuche: Playouts und Besuche von Endzuständen, die keines brauchen",
  "simulations that go down the trees side by side, if the game plays many playouts at once":
    "Simulationen, die nebeneinander die Bäume hinabgehen, sofern das Spiel viele Playouts auf einmal spielt",
  "playouts of each of these simulations; fewer where the budget would allow less than a thousand simulations":
    "Playouts jeder dieser Simulationen; weniger, wo das Budget für weniger als tausend Simulationen reichen würde",
  "megabytes for the trees, which grow no more when they are full":
    "Megabyte für die Bäume, die nicht weiter wachsen, wenn sie voll sind",
  "threads that search side by side, each with a share of the playouts":
    "Threads, die nebeneinander suchen, jeder mit einem Anteil an den Playouts",
  "whether threads grow one tree, in which simulations under way count as visits (tree parallelism; no seed gives the same decision again), or each a tree of its own, the statistics of whose roots are added up (root parallelism); auto: one tree, unless playouts or nodes are bounded, so that a seed gives the same decision again, or threads wait for the tree for a third of their time, after which all but one go on with trees of their own":
    "ob die Threads einen gemeinsamen Baum aufbauen, in dem laufende Simulationen als Besuche zählen (Baumparallelisierung; kein Startwert führt wieder zur selben Entscheidung), oder jeder einen eigenen, wobei die Statistiken der Wurzeln addiert werden (Wurzelparallelisierung); auto: ein gemeinsamer Baum, außer wenn Playouts oder Knoten beschränkt sind, damit derselbe Startwert wieder zur selben Entscheidung führt, oder wenn die Threads ein Drittel ihrer Zeit auf den Baum warten, wonach alle bis auf einen mit eigenen Bäumen weitersuchen",
  "rapid action value estimation (RAVE, GRAVE): all-moves-as-first statistics of the nearest node above with so many visits; without it off":
    "Rapid Action Value Estimation (RAVE, GRAVE): All-Moves-As-First-Statistik des nächsten Knotens darüber mit so vielen Besuchen; ohne Angabe aus",
  "how soon the all-moves-as-first statistics give way to the move's own mean":
    "wie schnell die All-Moves-As-First-Statistik hinter den eigenen Mittelwert des Zuges zurücktritt",
  "weight of progressive bias: the value of a move by `eval`, divided by its visits":
    "Gewicht des Progressive Bias: der Wert eines Zuges nach `eval`, geteilt durch seine Besuche",
  "PUCT in place of UCB1, with this constant in Q + c P sqrt(N) / (1 + n): the prior P of a move comes of the values of all moves by `eval`; without it UCB1":
    "PUCT anstelle von UCB1, mit dieser Konstante in Q + c P sqrt(N) / (1 + n): Die A-priori-Wahrscheinlichkeit P eines Zuges ergibt sich aus den Werten aller Züge nach `eval`; ohne Angabe UCB1",
  "the temperature of the softmax that makes priors of values under puct, the goal range being 0 to 1":
    "die Temperatur des Softmax, der bei puct aus Werten A-priori-Wahrscheinlichkeiten macht, wobei die Auszahlungen von 0 bis 1 reichen",
  "the share of the minimax value by `eval` in the value of a move, beside its mean, for two roles of constant sum":
    "der Anteil des Minimax-Werts nach `eval` am Wert eines Zuges, neben seinem Mittelwert, bei zwei Rollen mit konstanter Summe",
  "weight of progressive history: the mean result of a move anywhere in the tree, divided by its losses":
    "Gewicht von Progressive History: das mittlere Ergebnis eines Zuges irgendwo im Baum, geteilt durch seine Niederlagen",
  "move-average sampling technique: playouts prefer moves with high mean results, epsilon-greedily or by a Gibbs distribution; lanes: by the means of the tree's moves, if the game plays many playouts at once, and each then favours other moves":
    "Move-Average Sampling Technique: Playouts bevorzugen Züge mit hohem mittlerem Ergebnis, epsilon-greedy oder nach einer Gibbs-Verteilung; lanes: nach den Mittelwerten der Züge des Baums, sofern das Spiel viele Playouts auf einmal spielt, und jedes bevorzugt dann andere Züge",
  "the probability of a random move under mast=greedy":
    "die Wahrscheinlichkeit eines zufälligen Zuges bei mast=greedy",
  "the temperature under mast=gibbs and mast=lanes, the goal range being 0 to 1":
    "die Temperatur bei mast=gibbs und mast=lanes, wobei die Auszahlungen von 0 bis 1 reichen",
  "whether mast also uses statistics of sequences of up to three moves":
    "ob MAST auch Statistiken von Folgen aus bis zu drei Zügen verwendet",
  "whether playouts make decisive moves, which win at once, and avoid moves that let another role win at once; lanes: as far as the game sees such moves by its circuit, so that many playouts are made at once":
    "ob Playouts entscheidende Züge machen, die sofort gewinnen, und Züge vermeiden, die eine andere Rolle sofort gewinnen lassen; lanes: soweit das Spiel solche Züge an seiner Schaltung erkennt, sodass viele Playouts auf einmal gespielt werden",
  "plies after which `eval` ends a playout, 0 for no playouts at all; without it playouts go to the end of the game":
    "Halbzüge, nach denen `eval` ein Playout beendet, 0 für gar keine Playouts; ohne Angabe reichen Playouts bis zum Ende des Spiels",
  "dynamic early termination: a playout ends where `eval`, asked at every fourth ply, gives some role at least this, the goal range being 0 to 1; without it playouts go on":
    "dynamischer früher Abbruch: Ein Playout endet, wo `eval`, bei jedem vierten Halbzug befragt, einer Rolle mindestens diesen Wert gibt, wobei die Auszahlungen von 0 bis 1 reichen; ohne Angabe gehen Playouts weiter",
  "the share of the budget of proof-number searches, which comes on top of a budget of playouts, as many nodes as it has playouts counting as all: half of it looks for a forced win before the simulations, and half for a proof that the favoured move loses, which is then not made":
    "der Anteil des Budgets für Beweiszahlsuchen, der zu einem Budget von Playouts hinzukommt, wobei so viele Knoten, wie es Playouts hat, das Ganze sind: Die Hälfte davon sucht vor den Simulationen nach einem erzwungenen Gewinn, die andere nach einem Beweis, dass der bevorzugte Zug verliert; dann wird er nicht gemacht",
  "the evaluator of bias, puct, implicit, cutoff and decided":
    "die Bewertungsfunktion von bias, puct, implicit, cutoff und decided",
  "for puzzles, games of one role: looks for a way to the greatest goal by several methods side by side, and follows it":
    "für Puzzles, also Spiele mit einer Rolle: sucht mit mehreren Verfahren nebeneinander einen Weg zur größten Auszahlung und folgt ihm",
  "the one method that looks for plans, or all of them by turns":
    "das eine Verfahren, das Pläne sucht, oder alle abwechselnd",
  "whether to look for a shortest plan of the greatest goal: A* and SAT planning with one ply more at a time prove plans to be shortest, and all other methods look for shorter ones":
    "ob ein kürzester Plan für die größte Auszahlung gesucht wird: A* und SAT-Planung mit immer einem Halbzug mehr beweisen, dass ein Plan der kürzeste ist, und alle anderen Verfahren suchen kürzere",
  "megabytes for states and clauses, of all methods together":
    "Megabyte für Zustände und Klauseln, für alle Verfahren zusammen",
  "how many methods have their turns at the same time, each on a core; one if states or playouts are bounded, so that a seed gives the same decision again":
    "wie viele Verfahren gleichzeitig an der Reihe sind, jedes auf einem Kern; eines, wenn Zustände oder Playouts beschränkt sind, damit derselbe Startwert wieder zur selben Entscheidung führt",
  "playouts of a decision": "Playouts für eine Entscheidung",
  "plays by the exact values of a tablebase, without a search":
    "spielt nach den exakten Werten einer Endspieldatenbank, ohne Suche",
  "the file of the tablebase, which `spielbaum solve GAME -o FILE` writes":
    "die Datei der Endspieldatenbank, die `spielbaum solve SPIEL -o DATEI` schreibt",
  "draws its moves by the probabilities of a policy, in games with hidden information":
    "zieht seine Züge nach den Wahrscheinlichkeiten einer Policy, in Spielen mit verborgener Information",
  "the file of the policy, which `spielbaum solve GAME --method cfr+ -o FILE.policy` writes":
    "die Datei der Policy, die `spielbaum solve SPIEL --method cfr+ -o DATEI.policy` schreibt",
  "perfect-information Monte Carlo: another strategy searches states that agree with what the role knows; makes the move with the highest mean value":
    "Perfect-Information Monte Carlo: Eine andere Strategie durchsucht Zustände, die zum Wissen der Rolle passen; gewählt wird der Zug mit dem höchsten mittleren Wert",
  "the strategy that searches each state as if all roles saw everything":
    "die Strategie, die jeden Zustand so durchsucht, als sähen alle Rollen alles",
  "states of the information set that are searched for a decision":
    "Zustände der Informationsmenge, die für eine Entscheidung durchsucht werden",
  "states of the information set that are kept where there are too many to keep them all":
    "Zustände der Informationsmenge, die behalten werden, wenn es zu viele sind, um alle zu behalten",
  "the greatest number of states of the information set that are all kept, with their probabilities":
    "die größte Zahl von Zuständen der Informationsmenge, bei der noch alle behalten werden, mit ihren Wahrscheinlichkeiten",
  "information-set Monte Carlo tree search: each simulation draws a state that agrees with what the role knows, and chooses in trees over what roles know":
    "Informationsmengen-MCTS: Jede Simulation zieht einen Zustand, der zum Wissen der Rolle passt, und wählt in Bäumen über dem, was Rollen wissen",
  "visits: playouts, and visits to terminal states, which need none":
    "Besuche: Playouts und Besuche von Endzuständen, die keines brauchen",
  "whose information the trees are of: each role chooses by a tree of what it knows itself (multiple), or all by one of what the searching role knows (single)":
    "wessen Wissen die Bäume darstellen: Jede Rolle wählt in einem Baum ihres eigenen Wissens (multiple) oder alle in einem Baum des Wissens der suchenden Rolle (single)",
  "the constant in Q + c sqrt(ln N / n), where N counts how often the move was available, the goal range being 0 to 1":
    "die Konstante in Q + c sqrt(ln N / n), wobei N zählt, wie oft der Zug verfügbar war, und die Auszahlungen von 0 bis 1 reichen",
  "playouts from each of these leaves": "Playouts von jedem dieser Blätter",
  "nested sampling: imagines plays from states that agree with what the role knows, in which the role learns no more than it would; makes the move with the highest mean payoff":
    "geschachtelte Stichproben: stellt sich Partien vor, die in Zuständen beginnen, die zum Wissen der Rolle passen, und in denen die Rolle nicht mehr erfährt, als sie würde; gewählt wird der Zug mit der höchsten mittleren Auszahlung",
  "the strategy of the role in imagined plays, where it is told what the role would know":
    "die Strategie der Rolle in gedachten Partien; ihr wird gesagt, was die Rolle wüsste",
  "the strategy of all other roles in imagined plays, where it is told the state":
    "die Strategie aller anderen Rollen in gedachten Partien; ihr wird der Zustand gesagt",
  "imagined plays of a decision: as many of each move, or one fewer where they end before the round does":
    "gedachte Partien für eine Entscheidung: gleich viele für jeden Zug, oder eine weniger, wenn sie vor der Runde enden",
  "the strategy that fits the game: chosen before the first move by the kind of the game, by what has been learned of it, and by short matches":
    "die Strategie, die zum Spiel passt: vor dem ersten Zug gewählt nach der Art des Spiels, nach dem, was darüber gelernt wurde, und nach kurzen Partien",
  "time to choose the strategy in, before the first move; 5s if not given. With 3 s or more an evaluation is learned and tried in matches":
    "Zeit für die Wahl der Strategie vor dem ersten Zug; 5 s, wenn nichts angegeben ist. Ab 3 s wird eine Bewertung gelernt und in Partien erprobt",
  "the static values that a drawn tree gives to its inner nodes; in every other game the middle of the goal range":
    "die statischen Werte, die ein expliziter Baum seinen inneren Knoten gibt; in jedem anderen Spiel die Mitte des Bereichs der Auszahlungen",
  "a constant, the middle of the goal range": "eine Konstante, die Mitte des Bereichs der Auszahlungen",
  "the mean goal of random playouts from the state":
    "die mittlere Auszahlung zufälliger Playouts von dem Zustand an",
  "playouts per state": "Playouts je Zustand",
  "the role's share in its own and the other roles' legal moves, each counted where it is to move":
    "der Anteil der Rolle an ihren eigenen erlaubten Zügen und denen der anderen Rollen, jeweils gezählt, wo sie am Zug sind",
  "in a game of turns, moves after which the moves of those who wait are counted, spread evenly over the legal ones; where these are fewer than all, mirror images may have different values, which `symmetry` takes for equal":
    "in einem Spiel mit abwechselnden Zügen: nach so vielen Zügen, gleichmäßig über die erlaubten verteilt, werden die Züge derer gezählt, die warten; wo das nicht alle sind, können Spiegelbilder verschiedene Werte haben, die `symmetry` für gleich nimmt",
  "how far the role's goal conditions in the rulesheet are satisfied, in fuzzy logic":
    "wie weit die Zielbedingungen der Rolle in der Spielbeschreibung erfüllt sind, in Fuzzylogik",
  "whether the others' proximity to their goals is subtracted from one's own":
    "ob die Nähe der anderen zu ihren Zielen von der eigenen abgezogen wird",
  "an evaluation learned from the rules alone by `spielbaum learn`: tables of weights for combinations of values":
    "eine Bewertung, die `spielbaum learn` allein aus den Regeln gelernt hat: Tabellen von Gewichten für Kombinationen von Werten",
  "the file that `spielbaum learn` has written": "die Datei, die `spielbaum learn` geschrieben hat",
  "the lines of the board still open to the role, minus those still open to the other role":
    "die Linien des Bretts, die der Rolle noch offen stehen, minus die, die der anderen Rolle noch offen stehen",
  "cells in a line; without it as many as the shorter side of the board has, but at most four":
    "Felder in einer Linie; ohne Angabe so viele wie die kürzere Seite des Bretts, aber höchstens vier",
  "piece-square tables, one for each phase of the game: the weights of the role's pieces minus those of the other role's":
    "Figuren-Felder-Tabellen, eine für jede Phase des Spiels: die Gewichte der eigenen Figuren minus die der anderen Rolle",
  "the weights: the name of a built-in table, or the path of a TOML file":
    "die Gewichte: der Name einer eingebauten Tabelle oder der Pfad einer TOML-Datei",
};

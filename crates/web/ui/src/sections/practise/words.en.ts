// What exercises say: tasks, reasons and hints.

export const en = {
  // Tasks.
  "task-minimax": "Fill in the minimax value of every inner node. Max moves at ▲, min at ▼.",
  "task-alpha-beta-cuts":
    "Alpha-beta searches the tree from left to right with the window (−∞, ∞). Mark the branches that it cuts (it cuts where alpha ≥ beta). Branches below a cut branch need no mark. Max moves at ▲, min at ▼.",
  "task-windows":
    "Alpha-beta searches the tree from left to right with the window (−∞, ∞). Fill in alpha and beta on entering the marked nodes. Infinite bounds are written −∞ and ∞ (or -inf and inf). Max moves at ▲, min at ▼.",
  "task-maxn":
    "The number in a node is the player to move. Fill in the payoff vector of every inner node by max^n: every player chooses the child with the greatest payoff for itself, of equal ones the first.",
  "task-uct-whole":
    "Compute the UCT value Q + C · √(ln N / n) of every move for C = {c} and N = {visits} visits, as a whole number. Which move is tried next?",
  "task-uct-one":
    "Compute the UCT value Q + C · √(ln N / n) of every move for C = {c} and N = {visits} visits, to one decimal place. Which move is tried next?",
  "task-uct":
    "Compute the UCT value Q + C · √(ln N / n) of every move for C = {c} and N = {visits} visits, to {decimals} decimal places. Which move is tried next?",
  "task-labels-counting":
    "Two players count in turn; the player to move says at least one and at most {most} numbers. The player who says {target} loses. For each number: is the position after it won or lost for the player to move?",
  "task-labels-coin-row":
    "A move takes one coin, or two adjacent coins of one row. The player who takes the last coin wins. Is each position won or lost for the player to move?",
  "task-labels-two-rows":
    "A move slides one of the player's own pieces along its row, any number of cells forward or back, without jumping. A player without a move loses. Is each position won or lost for the player to move?",
  "task-reply-counting":
    "Two players count in turn; the player to move says at least one and at most {most} numbers. The player who says {target} loses. The last number was {said}. Find a winning move.",
  "task-reply-coin-row":
    "A move takes one coin, or two adjacent coins of one row. The player who takes the last coin wins. Find a winning move.",
  "task-reply-two-rows":
    "A move slides one of the player's own pieces along its row, without jumping. A player without a move loses. {mover} to move: find a winning move.",
  "task-reply-nim":
    "A move takes any number of objects from one heap. The player who takes the last object wins. Find a winning move.",
  "task-ordering":
    "Alpha-beta searches the tree from left to right with the window (−∞, ∞). Order the children of every node so that it visits as few leaves as possible. Max moves at ▲, min at ▼.",
  "task-labels-tree":
    "Each leaf is WIN, DRAW or LOST for max. Label the inner nodes. Children are visited from left to right, and a node is left as soon as the player to move there wins by a child. Mark the branches that this early exit skips; every node below a skipped branch is skipped. Max moves at ▲, min at ▼.",
  "task-code-gaps": "Choose the lines that the program lacks.",
  "task-code-order":
    "Lines {first} to {last} of the program are in a wrong order; their indentation is right. Put them into a right order.",
  "task-code-fault":
    "One line of the program is wrong. Which is it, and which of the lines below should stand in its place?",
  "task-expectiminimax":
    "Fill in the value of every inner node. The value of a chance node is the mean of its children's values, weighted by their probabilities. Give values exactly, such as 5.25 or 17/3. Max moves at ▲, min at ▼, chance at ●.",
  "task-star1-cuts":
    "Alpha-beta with Star1 searches the tree from left to right with the window (−∞, ∞). Every payoff lies between {least} and {greatest}. Mark the branches that it cuts. Branches below a cut branch need no mark. It cuts at a chance node as soon as the node's value cannot be above alpha, if all outcomes that are left were worth {greatest}, or cannot be below beta, if they were worth {least}. In the window of an outcome, alpha is the value that makes the node worth its own alpha if all outcomes after it are worth {greatest}, and beta the value that makes it worth its own beta if they are worth {least}. Max moves at ▲, min at ▼, chance at ●.",
  "task-maxn-cuts":
    "The number in a node is the player to move. The payoffs of every leaf sum to {sum}, and each of them lies between {least} and {greatest}. Max^n with shallow pruning searches the tree from left to right; every player chooses the child with the greatest payoff for itself, of equal ones the first. Mark the branches that it cuts. Branches below a cut branch need no mark. It cuts at a node as soon as the player to move there has the greatest payoff that a player can get (immediate cut), or leaves to the player to move in the parent no more than that player already has there by an earlier child (shallow cut).",
  "task-maxn-cuts-one-child":
    "At a node with one child nobody chooses: the parent is then the nearest node above that has several children.",
  "task-pvs":
    "Principal variation search (PVS) searches the tree from left to right with the window (−∞, ∞). The first child of a node has the window of the node. Every other child is first searched with a null window: at a max node it asks whether the child is worth more than alpha, at a min node whether it is worth less than beta. If so, the child is searched again with the window of the node, unless it is a leaf, or the window is closed by what was found (then the rest is cut). A node that is itself searched with a null window passes it on to all its children. Mark the branches that are searched again after their null window, also below other such branches. Max moves at ▲, min at ▼.",
  "task-backup-whole":
    "A simulation of UCT makes these moves from the root on, and its playout pays max {max} and min {min}. The mean Q of a move is the mean of what its visits paid the player who makes it. Give visits and mean of every move after the back-up, as whole numbers.",
  "task-backup-one":
    "A simulation of UCT makes these moves from the root on, and its playout pays max {max} and min {min}. The mean Q of a move is the mean of what its visits paid the player who makes it. Give visits and mean of every move after the back-up, means to one decimal place.",
  "task-backup":
    "A simulation of UCT makes these moves from the root on, and its playout pays max {max} and min {min}. The mean Q of a move is the mean of what its visits paid the player who makes it. Give visits and mean of every move after the back-up, means to {decimals} decimal places.",
  // What the programs are for.
  "program-minimax":
    "minimax returns the minimax value of a node for max. payoff gives what a leaf pays max; max_moves says whether max moves at a node, min_moves whether min does.",
  "program-negamax":
    "negamax returns the minimax value of a node for the player to move. payoff gives what a leaf pays max; sign is 1 where max moves and -1 where min does.",
  "program-alpha-beta":
    "alphabeta returns the minimax value of the root for max and looks at no more leaves than it must; it is called with alpha = -inf and beta = +inf. payoff gives what a leaf pays max; max_moves says whether max moves at a node, min_moves whether min does.",
  "program-negamax-alpha-beta":
    "search is alpha-beta in the negamax form: it returns the minimax value of the root for the player to move and looks at no more leaves than it must; it is called with alpha = -inf and beta = +inf. payoff gives what a leaf pays max; sign is 1 where max moves and -1 where min does.",
  "program-uct":
    "simulate makes one simulation of UCT, again and again from the root. visits and total are 0 at first; total is the sum of what was paid to max. payoff gives what a leaf pays max, playout what a random game from a node pays max; sign is 1 where max moves and -1 where min does. C = 40.",
  // Moves and positions.
  moveSay: "count on by {count}",
  moveTakeOne: "row {row}: take coin {from}",
  moveTakeTwo: "row {row}: take coins {from} and {to}",
  moveSlide: "row {row}: from column {from} to {to}",
  moveRemove: "heap {heap}: take {count}",
  positionCounting: "last number {said}",
  positionCoinRow: "rows of {rows}",
  positionTwoRows: "gaps {gaps}",
  positionNim: "heaps {heaps}",
  // Reasons.
  maxOf: "Max chooses the maximum of {children}: {value}.",
  minOf: "Min chooses the minimum of {children}: {value}.",
  ownBest: "For {player} the children have the payoffs {own}; it chooses {value}.",
  windowIs: "The window is {alpha} … {beta}.",
  alphaFrom: "Alpha is {value}: max already gets at least {value} at {node}.",
  betaFrom: "Beta is {value}: min concedes at most {value} at {node}.",
  cutBeta:
    "Beta cut at {at}: {value} ≥ {bound}. Max gets at least {value} at {at}, but min concedes at most {bound} at {from}.",
  cutAlpha:
    "Alpha cut at {at}: {value} ≤ {bound}. Max gets at most {value} at {at}, but at least {bound} at {from}.",
  notCut: "No cut: at {at} alpha is less than beta, {alpha} < {beta}.",
  uctValue: "{mean} + {c} · √(ln {total} / {visits}) = {mean} + {bonus} = {value}.",
  greatest: "The UCT values are {values}; move {move} has the greatest.",
  reachableLoss: "Won: “{move}” leads to the position “{to}”, which is lost for the opponent. {theory}",
  onlyWins: "Lost: after every move (different moves: {moves}) the opponent can win. {theory}",
  leavesLoss:
    "The move wins: “{move}” leads to the position “{to}”, which is lost for the opponent. {theory}",
  leavesWin:
    "The move loses: to “{move}” ({to}) the opponent replies “{answer}”, which leads to the position “{then}”. {theory}",
  saysTarget: "The move loses at once: it says the losing number.",
  noSuchAnswer: "This answer is not possible here.",
  theory: "The exclusive or (nim-sum) of the parts is {parts} = {xor}.",
  theoryOne: "The Grundy value of the row is {value}.",
  theoryCounting: "The count of numbers left before the losing number is {value} modulo {base}.",
  orderVisits:
    "In this order alpha-beta visits {visited} of {leaves} leaves; in the best order it visits {least}.",
  labelWins: "{at} is {label}: its child {child} is {label}, and {player} moves at {at}.",
  labelDraws: "{at} is {label}: {player} moves at {at}, no child is {wanted}, and {child} is {label}.",
  labelLoses: "{at} is {label}: {player} moves at {at}, and every child is {label}.",
  earlyExit:
    "Early exit at {at}: its child {child} is {label}, and {player} moves at {at}. The children after {child} are skipped.",
  noEarlyExit:
    "No early exit at {at} before {child}: {player} moves at {at}, and no child before {child} is {wanted}.",
  expectation: "The mean of {children} with these probabilities: {sum} = {value}.",
  cutAlphaShort: "Alpha cut at {at}: {value} ≤ {bound}.",
  cutBetaShort: "Beta cut at {at}: {value} ≥ {bound}.",
  atMost: "{at} is worth at most {value}, which it is if every outcome that is left is worth {rest}.",
  atLeast: "{at} is worth at least {value}, which it is if every outcome that is left is worth {rest}.",
  alphaFromChance:
    "Alpha is {value}: an outcome that is worth no more makes {node} worth no more than its alpha.",
  betaFromChance:
    "Beta is {value}: an outcome that is worth no less makes {node} worth no less than its beta.",
  chanceNotCut:
    "No cut: by the outcomes before, {at} may be worth {least} to {greatest}, and its window is {alpha} … {beta}.",
  immediateCut: "Immediate cut at {at}: {player} has {payoff}, and no player can get more.",
  shallowCut:
    "Shallow cut at {at}: {most} ≤ {has}. {at} gives {player} at least {payoff}, so {other} gets at most {most} there, but already has {has} at {from}.",
  firstBranch: "No cut: it is the first branch of {at}.",
  nothingAbove:
    "No cut: {player} has {payoff} at {at} and could get more, and the parent has no payoff of another player to compare with.",
  enoughAbove:
    "No cut: {player} has {payoff} at {at}, so {other} may still get {most} there, which is more than the {has} that it has at {from}.",
  againMax:
    "Searched again: alpha is {asked} at {at}, and the null window showed that this child is worth at least {value}.",
  againMin:
    "Searched again: beta is {asked} at {at}, and the null window showed that this child is worth at most {value}.",
  "once-skipped": "Not searched at all: a cut leaves out this branch.",
  "once-first": "Searched once: it is the first branch of {at} and has the window of {at}.",
  "once-null-window": "Not searched again: {at} is itself searched with a null window, and passes it on.",
  "once-leaf": "Not searched again: it leads to a leaf, whose value {value} is known.",
  "once-no-better":
    "Not searched again: the null window showed that {value} is no better than {asked} for the player to move at {at}.",
  "once-cutoff": "Not searched again: {value} closes the window of {at}, so that the rest of {at} is cut.",
  visited: "One visit more: {visits} + 1 = {value}.",
  backedUpFirst: "The first visit: the mean is what {player} gets, {payoff}.",
  backedUp: "The playout pays {player} {payoff}: ({visits} · {mean} + {payoff}) / {after} = {value}.",
  // What programs come to.
  sameResults: "On all {trees} trees on which it was run, the program does the same as the right one.",
  givenFails: "As it is given, the program is wrong.",
  stillFails: "None of the lines to choose from makes the program right here. With “{text}”:",
  noLine: "There is no such line; there are {lines} to choose from.",
  notEveryLine: "The order must name each of the lines {first} to {last} once.",
  onTree: "Tree {tree}:",
  onTreeWithPlayouts: "Tree {tree}, playouts that pay {playouts}:",
  resultsDiffer: "the right result is {expected}; the program gives {found}.",
  outcomeSearch: "{value}, leaves looked at {leaves}, branches cut {cut}",
  outcomeStatistics: "visits {visits} and totals {totals} after simulation {simulations}",
  outcomeStopped: "an error in line {line}: {why}",
  "stop-misplaced": "the line cannot stand here",
  "stop-no-body": "nothing is indented below it",
  "stop-no-value": "{name} has no value yet",
  "stop-no-payoff": "the node is no leaf and has no payoff",
  "stop-no-result": "the calculation has no result",
  "stop-wrong-type": "this cannot be calculated with",
  "stop-no-return": "the function ends without return",
  "stop-endless": "it does not come to an end",
  // Common mistakes.
  "slip-other-side": "Check the player to move: max chooses the maximum, min the minimum.",
  "slip-follows-from-below": "This follows from your answers below, but one of them is wrong.",
  "slip-swapped": "Alpha and beta are swapped.",
  "slip-other-label": "Check the player to move: max chooses WIN if it can, min chooses LOST.",
  "slip-chosen-at-chance": "Nobody chooses at a chance node: its value is a weighted mean.",
  "slip-unweighted": "Weight each value by its probability.",
  "slip-rounded": "This is rounded. Give the value exactly, as a fraction if need be.",
  "slip-deep-cut":
    "This would be a deep cut. In max^n only the player to move in the parent counts: what is left out may change what a player in between chooses.",
  "slip-other-payoff": "This is the mean with the payoff of the other player.",
  // Hints.
  hintMax: "Max chooses the maximum of {children}.",
  hintMin: "Min chooses the minimum of {children}.",
  hintOwn: "{player} compares its own payoffs in {children}.",
  hintFirst: "Find the values of {first} first.",
  hintCuts: "Number of cut branches: {count}. The first is below {node}.",
  hintAlpha: "Alpha is the greatest value that max has so far at {nodes}.",
  hintBeta: "Beta is the least value that min has so far at {nodes}.",
  hintUct: "{mean} + {c} · √({log} / {visits}), with ln {total} = {log}.",
  hintGreatest: "UCT tries the move with the greatest UCT value, not the one with the greatest mean.",
  hintSuccessors: "The positions after each move: {moves}.",
  hintZero: "{theory} Move to a position with the value 0.",
  hintOrder:
    "In the best order alpha-beta visits {least} of {leaves} leaves. Below the root {node} comes first.",
  hintLabelMax:
    "Max moves here. The node is WIN as soon as a child is WIN, LOST if every child is LOST, else DRAW. The children from left to right: {children}.",
  hintLabelMin:
    "Min moves here. The node is LOST as soon as a child is LOST, WIN if every child is WIN, else DRAW. The children from left to right: {children}.",
  hintSkipped: "Number of skipped branches: {count}. The first is below {node}.",
  hintNotLine: "It is not “{text}”.",
  hintFirstLine: "Line {number} is “{text}”.",
  hintWrongLine: "Line {number} is wrong.",
  hintAverages:
    "The value of a chance node is the mean of its children's values, weighted by their probabilities: {children}.",
  hintAgain: "Number of branches that are searched again: {count}. The first is below {node}.",
  hintNone: "No branch is to be marked.",
  hintVisit: "Every move of the simulation is visited once more.",
  hintBackUpFirst: "This is the first visit: the mean is what the playout pays {player}.",
  hintBackUp: "({visits} · {mean} + {payoff}) / {after}; the playout pays {player} {payoff}.",
};

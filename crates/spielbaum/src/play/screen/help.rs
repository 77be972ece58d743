/// What the help shows.
pub(super) const HELP: &str = "\
Up, Down, Page Up, Page Down   to another move of the list
Enter                          play the chosen move
Right, Left                    other parts of a large board
1 2 3 ...                      the number of a move, then Enter
/ or (                         type a move or a part of it: mark 2 2, 2 2
Tab                            complete what is typed
Esc                            clear what is typed, close a question

h  hint: values and a good move        v  exact values, in 10 seconds
w  who wins a sum of games, and why    u  undo your last move
s  save the game to a file             l  load a game from a file
n  new game                            q  quit
x  show what the game hides from you, or hide it again

While a strategy thinks, Enter has it move at once.
A value is the payoff that the strategy expects for itself; the bar shows
it between the least and the greatest payoff of the game.
Any key closes this.";

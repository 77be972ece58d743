// What a new rulesheet begins with: a small game that is whole, to be changed.

export const TEMPLATE = `;; A new game
;;
;; Two players take one or two objects from a heap of seven, in turn.  The
;; player who takes the last one wins.

;; --- Players ----------------------------------------------------------

(role first)
(role second)

(opponent first second)
(opponent second first)

;; --- Initial state ----------------------------------------------------

(init (heap 7))
(init (control first))

;; --- Moves ------------------------------------------------------------

;; (less SIZE COUNT REST): a heap of SIZE objects less COUNT leaves REST.
(less 7 1 6) (less 6 1 5) (less 5 1 4) (less 4 1 3) (less 3 1 2) (less 2 1 1) (less 1 1 0)
(less 7 2 5) (less 6 2 4) (less 5 2 3) (less 4 2 2) (less 3 2 1) (less 2 2 0)

(<= (legal ?player (take ?count))
    (true (control ?player))
    (true (heap ?size))
    (less ?size ?count ?rest))
(<= (legal ?player noop)
    (role ?player)
    (not (true (control ?player))))

;; --- Effects of moves -------------------------------------------------

(<= (next (heap ?rest))
    (does ?player (take ?count))
    (true (heap ?size))
    (less ?size ?count ?rest))
(<= (next (control ?other))
    (true (control ?player))
    (opponent ?player ?other))

;; --- End and goals ----------------------------------------------------

(<= terminal
    (true (heap 0)))

;; The player to move has lost.
(<= (goal ?player 0)
    (true (control ?player)))
(<= (goal ?player 100)
    (role ?player)
    (not (true (control ?player))))
`;

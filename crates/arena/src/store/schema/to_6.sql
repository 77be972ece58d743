-- From version 5, which kept no evaluations.

-- What was learned of games, for programs that meet them again.
CREATE TABLE evaluations (
    rules TEXT PRIMARY KEY, -- the hash of the canonical form of the rules, in hexadecimal
    game TEXT NOT NULL, -- what its learner called the game
    kept TEXT NOT NULL, -- when, UTC in ISO 8601
    games INTEGER NOT NULL, -- that it was learned from
    sha256 TEXT NOT NULL, -- of the content, in hexadecimal
    content TEXT NOT NULL -- of the file that `spielbaum learn` writes
) STRICT;

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules_hash TEXT,
    roles INTEGER NOT NULL,
    top_goal INTEGER NOT NULL,
    players TEXT NOT NULL, -- JSON, a list of specs
    games_per_pairing INTEGER NOT NULL,
    seed INTEGER NOT NULL, -- 64 bits, read as unsigned
    started TEXT NOT NULL, -- UTC, ISO 8601
    finished TEXT, -- absent until every match has been played
    interrupted INTEGER NOT NULL DEFAULT 0 -- whether it was stopped before
) STRICT;

CREATE TABLE matches (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    pairing INTEGER NOT NULL,
    number INTEGER NOT NULL, -- within the pairing, from 0
    seed INTEGER NOT NULL, -- 64 bits, read as unsigned
    plies INTEGER NOT NULL,
    goals TEXT, -- JSON, one goal per role; absent if the ply limit ended the match
    PRIMARY KEY (tournament, pairing, number)
) STRICT, WITHOUT ROWID;

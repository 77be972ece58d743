-- From version 1, which kept no moves, no rules and no version of the program.

ALTER TABLE tournaments RENAME TO tournaments_1;
ALTER TABLE matches RENAME TO matches_1;

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT, -- of the rules, in hexadecimal; absent where it is not known
    rules TEXT, -- the rulesheet
    UNIQUE (name, sha256)
) STRICT;

CREATE TABLE strategies (
    id INTEGER PRIMARY KEY,
    spec TEXT NOT NULL, -- canonical
    version TEXT, -- of the program it is part of; absent where it is not known
    UNIQUE (spec, version)
) STRICT;

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    plan TEXT NOT NULL, -- JSON, all that is needed to play it again
    version TEXT, -- of the program that began it; absent where it is not known
    started TEXT NOT NULL, -- UTC, ISO 8601
    finished TEXT, -- absent until every match has been played
    costs TEXT -- JSON, the sum of its thoughts; absent until it is finished
) STRICT;

-- Who takes part, numbered from 0 as they were named.
CREATE TABLE entrants (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    strategy INTEGER NOT NULL REFERENCES strategies (id),
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Who has which role in a pairing.
CREATE TABLE seats (
    tournament INTEGER NOT NULL,
    pairing INTEGER NOT NULL,
    role INTEGER NOT NULL, -- from 0
    entrant INTEGER NOT NULL,
    PRIMARY KEY (tournament, pairing, role),
    FOREIGN KEY (tournament, entrant) REFERENCES entrants (tournament, number)
) STRICT, WITHOUT ROWID;

-- With goals it ended in a terminal state; with a culprit this role forfeited it by a foul; with neither the ply limit ended it.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL, -- within the pairing, from 0
    pairing INTEGER NOT NULL,
    seed INTEGER NOT NULL, -- 64 bits, read as unsigned
    opening INTEGER NOT NULL, -- so many joint moves were made at random first
    plies INTEGER NOT NULL, -- joint moves in all
    goals TEXT, -- JSON, one goal a role
    culprit INTEGER, -- a role
    foul TEXT,
    UNIQUE (tournament, number, pairing),
    CHECK (goals IS NULL OR culprit IS NULL),
    CHECK ((culprit IS NULL) = (foul IS NULL))
) STRICT;

-- All that tables count, sorted as they count it.
CREATE INDEX heaps ON matches (tournament, pairing, goals, culprit, plies, number);

-- A dictionary: moves recur in many matches.
CREATE TABLE joint_moves (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE -- JSON, one move a role
) STRICT;

CREATE TABLE moves (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, -- from 0
    joint_move INTEGER NOT NULL REFERENCES joint_moves (id),
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- Only of roles that had a choice.
CREATE TABLE thoughts (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    role INTEGER NOT NULL,
    value REAL, -- expected goal; absent if the strategy does not estimate
    visits INTEGER NOT NULL, -- of the chosen move
    playouts INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    nanoseconds INTEGER NOT NULL,
    PRIMARY KEY (match, ply, role)
) STRICT, WITHOUT ROWID;

-- For people: one row a match.
CREATE VIEW results AS
SELECT
    matches.id AS match,
    matches.tournament,
    games.name AS game,
    (
        SELECT json_group_array(spec) FROM (
            SELECT spec FROM seats
            JOIN entrants ON entrants.tournament = seats.tournament AND entrants.number = entrant
            JOIN strategies ON strategies.id = strategy
            WHERE seats.tournament = matches.tournament AND seats.pairing = matches.pairing ORDER BY role
        )
    ) AS players, -- JSON, in the order of roles
    matches.pairing,
    matches.number,
    plies,
    opening,
    CASE WHEN goals IS NOT NULL THEN 'goals' WHEN culprit IS NOT NULL THEN 'forfeit' ELSE 'ply-limit' END AS outcome,
    goals, -- JSON, in the order of roles
    culprit AS forfeiter,
    foul
FROM matches
JOIN tournaments ON tournaments.id = matches.tournament
JOIN games ON games.id = tournaments.game;

-- For people: one row a decision.
CREATE VIEW decisions AS
SELECT
    thoughts.match,
    matches.tournament,
    thoughts.ply,
    thoughts.role,
    spec AS player,
    json_extract(text, '$[' || thoughts.role || ']') AS move,
    value,
    visits,
    playouts,
    nodes,
    nanoseconds / 1e9 AS seconds
FROM thoughts
JOIN moves ON moves.match = thoughts.match AND moves.ply = thoughts.ply
JOIN joint_moves ON joint_moves.id = joint_move
JOIN matches ON matches.id = thoughts.match
JOIN seats ON seats.tournament = matches.tournament AND seats.pairing = matches.pairing AND seats.role = thoughts.role
JOIN entrants ON entrants.tournament = seats.tournament AND entrants.number = entrant
JOIN strategies ON strategies.id = strategy;

INSERT INTO games (name, sha256) SELECT DISTINCT game, rules_hash FROM tournaments_1;

INSERT INTO tournaments (id, game, plan, started, finished)
SELECT
    old.id,
    games.id,
    json_object(
        'game', game, 'rules_hash', rules_hash, 'roles', roles, 'top_goal', top_goal, 'players', json(players),
        'schedule', 'round-robin', 'games_per_pairing', games_per_pairing, 'seed', json(printf('%u', seed)),
        'opening_plies', 0, 'ply_limit', 10000, 'move_time', NULL, 'forfeit_after', NULL, 'sprt', NULL
    ),
    started,
    finished
FROM tournaments_1 AS old JOIN games ON name = game AND sha256 IS rules_hash;

INSERT INTO strategies (spec) SELECT DISTINCT value FROM tournaments_1, json_each(players);

INSERT INTO entrants (tournament, number, strategy)
SELECT old.id, key, strategies.id FROM tournaments_1 AS old, json_each(players) JOIN strategies ON spec = value;

-- The number of a pairing has one digit a role, the first role's in front, to the base of the number of entrants.
INSERT INTO seats (tournament, pairing, role, entrant)
WITH RECURSIVE
    pairings (tournament, roles, base, digits, pairing) AS (
        SELECT id, roles, json_array_length(players), 0, 0 FROM tournaments_1
        UNION ALL
        SELECT tournament, roles, base, digits + 1, pairing * base + entrants.number
        FROM pairings JOIN entrants USING (tournament) WHERE digits < roles
    ),
    places (tournament, base, pairing, role, digits) AS (
        SELECT tournament, base, pairing, roles - 1, pairing FROM pairings WHERE digits = roles
        UNION ALL
        SELECT tournament, base, pairing, role - 1, digits / base FROM places WHERE role > 0
    )
SELECT tournament, pairing, role, digits % base FROM places;

INSERT INTO matches (tournament, number, pairing, seed, opening, plies, goals)
SELECT tournament, number, pairing, seed, 0, plies, goals FROM matches_1 ORDER BY tournament, number, pairing;

DROP TABLE matches_1;
DROP TABLE tournaments_1;

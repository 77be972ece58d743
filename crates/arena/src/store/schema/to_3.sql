-- From version 2, which kept no slips, and in whose view all matches without goals that nobody forfeited were ended by the ply limit.

-- What players on a network did wrong that cost them no more than a random move.
CREATE TABLE slips (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ply INTEGER, -- from 0; absent while the players prepared
    role INTEGER NOT NULL,
    error TEXT NOT NULL
) STRICT;

CREATE INDEX slips_of_matches ON slips (match, ply, role);

DROP VIEW results;

-- For people: one row a match. A rotation has no ply limit, so its matches without goals were given up, or their rules do not pay their ends.
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
    CASE
        WHEN goals IS NOT NULL THEN 'goals'
        WHEN culprit IS NOT NULL THEN 'forfeit'
        WHEN json_type(plan, '$.schedule.rotation') IS NOT NULL THEN 'unscored'
        ELSE 'ply-limit'
    END AS outcome,
    goals, -- JSON, in the order of roles
    culprit AS forfeiter,
    foul
FROM matches
JOIN tournaments ON tournaments.id = matches.tournament
JOIN games ON games.id = tournaments.game;

-- From version 6, in which the view of decisions took the roles of thoughts, chance among them, for those of seats, of which chance has none.

DROP VIEW decisions;

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
JOIN tournaments ON tournaments.id = matches.tournament
JOIN seats ON seats.tournament = matches.tournament AND seats.pairing = matches.pairing
    AND seats.role = thoughts.role - coalesce(thoughts.role > json_extract(plan, '$.chance'), 0)
JOIN entrants ON entrants.tournament = seats.tournament AND entrants.number = entrant
JOIN strategies ON strategies.id = strategy;

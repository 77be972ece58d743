-- From version 4, which kept no checksums.

-- Checksums and hashes are the first 64 bits of a SHA-256, read as signed. Rows of earlier versions have none.
ALTER TABLE games ADD COLUMN checksum INTEGER; -- of the row
ALTER TABLE tournaments ADD COLUMN checksum INTEGER; -- of the row and of its files
ALTER TABLE matches ADD COLUMN opening_hash INTEGER; -- of the joint moves of the opening; 0 without an opening
ALTER TABLE matches ADD COLUMN moves_hash INTEGER; -- of all joint moves: the same game has the same hash
ALTER TABLE matches ADD COLUMN thoughts_checksum INTEGER; -- of its rows in thoughts; 0 if there are none
ALTER TABLE matches ADD COLUMN slips_checksum INTEGER; -- of its rows in slips; 0 if there are none
ALTER TABLE matches ADD COLUMN checksum INTEGER; -- of the row

-- Tables are counted from the matches themselves, for only these have checksums.
DROP INDEX heaps;

-- What shows that matches were lost or added; absent where some matches are of earlier versions.
CREATE TABLE recorded (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
    matches INTEGER NOT NULL, -- how many there are
    checksum INTEGER NOT NULL -- the sum of their checksums modulo 2^64
) STRICT;

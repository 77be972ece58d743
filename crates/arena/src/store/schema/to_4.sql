-- From version 3, which did not keep the files that specs name.

-- Contents, each once, however many tournaments use it.
CREATE TABLE files (
    sha256 TEXT PRIMARY KEY, -- of the content, in hexadecimal
    content TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a path in the specs of a tournament stood for when it began.
CREATE TABLE tournament_files (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL REFERENCES files (sha256),
    PRIMARY KEY (tournament, path)
) STRICT, WITHOUT ROWID;

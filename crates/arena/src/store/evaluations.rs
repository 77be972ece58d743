use learn::Source;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use search::{LearnedFile, SpecFile};
use serde::Serialize;

use super::{Store, StoreError};

/// One of the learned evaluations that a store holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvaluationEntry {
    /// What its learner called the game.
    pub game: String,
    /// The hash of the canonical form of the rules, in hexadecimal digits.
    pub rules: String,
    /// The games that it was learned from.
    pub games: u64,
    /// When it was kept, UTC in ISO 8601.
    pub kept: String,
    /// The length of its file in bytes.
    pub bytes: u64,
}

/// An evaluation as it is kept.
struct Row {
    game: String,
    sha256: String,
    content: String,
}

/// The evaluation of rules with this hash, if there is one.
fn row(connection: &Connection, rules: &str) -> rusqlite::Result<Option<Row>> {
    let query = "SELECT game, sha256, content FROM evaluations WHERE rules = ?1";
    let row =
        |row: &rusqlite::Row<'_>| Ok(Row { game: row.get(0)?, sha256: row.get(1)?, content: row.get(2)? });
    connection.query_row(query, [rules], row).optional()
}

impl Row {
    /// The evaluation, or why it is not what was kept.
    fn evaluation(self) -> Result<LearnedFile, String> {
        let Self { game, sha256, content } = self;
        let file = SpecFile::new(format!("{}{game}.json", LearnedFile::STORE), content);
        if file.sha256() != sha256 {
            return Err(format!(
                "the evaluation of `{game}` does not have its hash (`spielbaum learn forget {game}` drops it)"
            ));
        }
        LearnedFile::from_file(file).map_err(|error| error.to_string())
    }
}

impl Store {
    /// Keeps a learned evaluation for those who meet its game again, in the place of one that was learned
    /// from no more games, or from random play where this one is from self-play, or of one that is damaged.
    /// Says whether it did: of rules whose canonical form is not known, of no game at all, or where the
    /// store has a better one, nothing is kept.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_evaluation(&mut self, evaluation: &LearnedFile) -> Result<bool, StoreError> {
        let learned = evaluation.learned();
        let Some(rules) = learned.rules.as_ref().filter(|_| learned.training.games > 0) else {
            return Ok(false);
        };
        self.still_there()?;
        let (file, games) = (evaluation.file(), i64::try_from(learned.training.games).unwrap_or(i64::MAX));
        let source = learned.training.source;
        let kept = self.sql(|connection| {
            // What is there does not change before it is replaced.
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let replaces = match row(&transaction, &rules.hash)?.map(Row::evaluation) {
                Some(Ok(before)) if before.learned().training.source != source => {
                    if source == Source::Random {
                        return Ok(0);
                    }
                    true
                }
                // Anything is better than one that is damaged, from however many games.
                Some(Err(_)) => true,
                Some(Ok(_)) | None => false,
            };
            let kept = transaction.execute(
                "INSERT INTO evaluations (rules, game, kept, games, sha256, content)
                 VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?3, ?4, ?5)
                 ON CONFLICT (rules) DO UPDATE SET game = excluded.game, kept = excluded.kept, games = excluded.games,
                     sha256 = excluded.sha256, content = excluded.content
                 WHERE excluded.games >= games OR ?6",
                params![rules.hash, learned.game, games, file.sha256(), file.content(), replaces],
            )?;
            transaction.commit()?;
            Ok(kept)
        })?;
        Ok(kept > 0)
    }

    /// The evaluation of rules with this hash; none if the store has none.
    ///
    /// # Errors
    /// If the file cannot be read, or the evaluation is not what was kept.
    pub fn evaluation(&self, rules: &str) -> Result<Option<LearnedFile>, StoreError> {
        let row = self.sql(|connection| row(connection, rules))?;
        row.map(|row| row.evaluation().map_err(|error| self.damaged(&error))).transpose()
    }

    /// Whether there is a learned evaluation.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn has_evaluations(&self) -> Result<bool, StoreError> {
        self.sql(|connection| {
            connection.query_row("SELECT EXISTS (SELECT 1 FROM evaluations)", [], |row| row.get(0))
        })
    }

    /// All learned evaluations, by the names of their games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn evaluations(&self) -> Result<Vec<EvaluationEntry>, StoreError> {
        self.sql(|connection| {
            let query =
                "SELECT game, rules, games, kept, length(content) FROM evaluations ORDER BY game, rules";
            let mut query = connection.prepare(query)?;
            let entry = |row: &rusqlite::Row<'_>| {
                Ok(EvaluationEntry {
                    game: row.get(0)?,
                    rules: row.get(1)?,
                    games: row.get(2)?,
                    kept: row.get(3)?,
                    bytes: row.get(4)?,
                })
            };
            query.query_map([], entry)?.collect()
        })
    }

    /// Removes the evaluation of rules with this hash. Says whether there was one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget_evaluation(&mut self, rules: &str) -> Result<bool, StoreError> {
        self.still_there()?;
        let gone =
            self.sql(|connection| connection.execute("DELETE FROM evaluations WHERE rules = ?1", [rules]))?;
        Ok(gone > 0)
    }
}

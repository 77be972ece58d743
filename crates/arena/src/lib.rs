//! Matches, tournaments, statistics and the record store

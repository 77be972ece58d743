use std::sync::Arc;

use ::game::{Choices, Game as _, InformationState, Observation, RulesState, canonical};
use logic::TermId;
use pyo3::prelude::*;
use view::{Layout, Render, Style};

use crate::error::error;
use crate::game::Game;
use crate::loaded::Loaded;
use crate::player::told_plies;

/// In place of the number of a player: chance moves.
const CHANCE_PLAYER: i64 = -1;
/// Several players move at the same time.
const SIMULTANEOUS_PLAYER: i64 = -2;
/// Nobody moves, as the game is over.
const TERMINAL_PLAYER: i64 = -4;

/// A state of a game, as players come to it.
///
/// Methods have the names and the meaning that OpenSpiel gives them. Where players and chance move at the
/// same time, players come first, and chance has a node of its own after them.
///
/// States are equal, and have the same hash, where they are the same position of the same game. A state that
/// is a key of a dictionary is found there as long as it stays where it is: keep a `clone`.
#[pyclass(module = "spielbaum")]
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) game: Arc<Loaded>,
    here: RulesState,
    /// The players' moves, where they have made them and chance has not.
    chosen: Option<Vec<TermId>>,
    past: Past,
    /// Whether `past` goes back to the initial state: not of a state that a search has come to.
    known_past: bool,
}

/// The joint moves that led to a state, the last one first. States share what they have in common.
#[derive(Clone, Default)]
struct Past(Option<Arc<Ply>>);

struct Ply {
    state: RulesState,
    joint: Vec<TermId>,
    before: Past,
}

impl Drop for Past {
    /// One after the other, as a long chain would be too deep for the stack.
    fn drop(&mut self) {
        let mut past = self.0.take();
        while let Some(mut ply) = past.and_then(Arc::into_inner) {
            past = ply.before.0.take();
        }
    }
}

impl Past {
    fn plies(&self) -> impl Iterator<Item = &Ply> {
        std::iter::successors(self.0.as_deref(), |ply| ply.before.0.as_deref())
    }
}

/// Who moves in a state.
enum Node {
    Over,
    Chance,
    /// A role alone.
    Player(usize),
    Several,
}

impl State {
    pub(crate) fn initial(game: Arc<Loaded>) -> Self {
        Self { here: game.rules.initial(), chosen: None, past: Past::default(), known_past: true, game }
    }

    /// A state of which it is not known how the game came to it.
    pub(crate) fn found(game: Arc<Loaded>, here: RulesState) -> Self {
        Self { here, chosen: None, past: Past::default(), known_past: false, game }
    }

    /// Refuses to tell of moves that are not known.
    fn check_past(&self) -> PyResult<()> {
        if self.known_past {
            return Ok(());
        }
        Err(error(
            "it is not known which moves led to this state, as a strategy or an evaluator is given the position alone",
        ))
    }

    /// The state that [`serialize`](Self::serialize) has written.
    pub(crate) fn read(game: Arc<Loaded>, text: &str) -> PyResult<Self> {
        let mut state = Self::initial(game);
        for (number, line) in text.lines().enumerate() {
            let names: Vec<&str> = line.split('\t').collect();
            let players = state.game.players.len();
            if names.len() == players && state.game.chance().is_some() {
                state.chosen = Some(state.moves_named(&names, &state.game.players.clone(), number)?);
                continue;
            }
            let roles: Vec<usize> = (0..state.game.rules.roles()).collect();
            let joint = state.moves_named(&names, &roles, number)?;
            state.advance(joint);
        }
        Ok(state)
    }

    fn moves_named(&self, names: &[&str], roles: &[usize], line: usize) -> PyResult<Vec<TermId>> {
        let line = line + 1;
        if names.len() != roles.len() || self.chosen.is_some() {
            return Err(error(format_args!(
                "line {line}: {} moves, where {} are made",
                names.len(),
                roles.len()
            )));
        }
        let rules = &self.game.rules;
        let named = names.iter().zip(roles).map(|(name, &role)| {
            let name = canonical(name);
            rules.move_named(&self.here, role, &name).ok_or_else(|| {
                let role = rules.notation().role_name(role);
                error(format_args!("line {line}: `{name}` is not a legal move of {role}"))
            })
        });
        named.collect()
    }

    /// The joint moves from the initial state on, with the states in which they were made, and this state
    /// after them.
    pub(crate) fn course(&self) -> PyResult<(Vec<RulesState>, Vec<Vec<TermId>>)> {
        let here = self.begun()?;
        if self.game.rules.percepts().is_some() {
            self.check_past()?;
        }
        let plies: Vec<&Ply> = self.past.plies().collect();
        let states = plies.iter().rev().map(|ply| ply.state.clone()).chain([here]).collect();
        Ok((states, plies.iter().rev().map(|ply| ply.joint.clone()).collect()))
    }

    /// The state of the rules.
    ///
    /// # Errors
    /// If players have made their moves and chance has not: that is no state of the rules.
    pub(crate) fn begun(&self) -> PyResult<RulesState> {
        match &self.chosen {
            None => Ok(self.here.clone()),
            Some(_) => Err(error("chance has to move first: give it an outcome by `apply_action`")),
        }
    }

    fn choices(&self) -> Choices<TermId> {
        Choices::of(&self.game.rules, &self.here)
    }

    fn node(&self, choices: &Choices<TermId>) -> Node {
        if self.chosen.is_some() {
            return Node::Chance;
        }
        if self.game.rules.terminal(&self.here) {
            return Node::Over;
        }
        let mut choosing = self.game.players.iter().copied().filter(|&role| choices.of_role(role).len() > 1);
        match (choosing.next(), choosing.next()) {
            (Some(_), Some(_)) => Node::Several,
            (Some(role), None) => Node::Player(role),
            (None, _) if self.chance_chooses(choices).is_some() => Node::Chance,
            (None, _) => Node::Player(self.nominal_player(choices)),
        }
    }

    /// Who moves where nobody has a choice: the first player whose only move is not one that the rules force
    /// whenever it is legal, as to wait is; else the first.
    fn nominal_player(&self, choices: &Choices<TermId>) -> usize {
        let circuit = self.game.compiled().circuit();
        let moves = |role: usize| {
            let only = choices.of_role(role).first();
            only.is_some_and(|&only| !circuit.forced(role).contains(&(self.game.action(role, only) as u32)))
        };
        let players = &self.game.players;
        players.iter().copied().find(|&role| moves(role)).unwrap_or(players[0])
    }

    /// The role of chance, if it has more than one move, or moves alone as nobody plays.
    fn chance_chooses(&self, choices: &Choices<TermId>) -> Option<usize> {
        let moves = |&role: &usize| choices.of_role(role).len() > 1 || self.game.players.is_empty();
        self.game.chance().filter(moves)
    }

    /// Makes a joint move of all roles.
    fn advance(&mut self, joint: Vec<TermId>) {
        let next = self.game.rules.next(&self.here, &joint);
        let before = std::mem::take(&mut self.past);
        let state = std::mem::replace(&mut self.here, next);
        self.past = Past(Some(Arc::new(Ply { state, joint, before })));
        self.chosen = None;
    }

    /// Makes the players' moves, and chance's if it has one only.
    fn make(&mut self, choices: &Choices<TermId>, moves: Vec<TermId>) {
        match self.game.chance() {
            Some(role) if choices.of_role(role).len() > 1 => self.chosen = Some(moves),
            Some(role) => self.advance(with_chance(moves, role, choices.of_role(role)[0])),
            None => self.advance(moves),
        }
    }

    fn legal(&self, choices: &Choices<TermId>, role: usize) -> Vec<usize> {
        let actions = choices.of_role(role).iter().map(|&mov| self.game.action(role, mov));
        let mut actions: Vec<usize> = actions.collect();
        actions.sort_unstable();
        actions
    }

    /// The legal move of a role with this number.
    fn legal_move(&self, choices: &Choices<TermId>, role: usize, action: i64) -> PyResult<TermId> {
        let named = usize::try_from(action).ok().and_then(|action| self.game.mov(role, action));
        named.filter(|mov| choices.of_role(role).contains(mov)).ok_or_else(|| {
            let role_name = self.game.rules.notation().role_name(role);
            let legal = self.legal(choices, role);
            let name = usize::try_from(action).ok().and_then(|action| self.game.names(role).get(action));
            let name = name.map_or(String::new(), |name| format!(", {name},"));
            error(format_args!("action {action}{name} is not legal for {role_name}; legal are {legal:?}"))
        })
    }

    /// The role that is asked about, or the one that moves.
    fn role_of(&self, player: Option<i64>) -> PyResult<usize> {
        match player {
            Some(CHANCE_PLAYER) => self.chance_role(),
            Some(player) => self.game.role(player),
            None => match self.node(&self.choices()) {
                Node::Chance => self.chance_role(),
                Node::Player(role) => Ok(role),
                Node::Several => Err(error("several players move here; tell which one: `player=`")),
                Node::Over => Err(error("the game is over; tell which player: `player=`")),
            },
        }
    }

    fn chance_role(&self) -> PyResult<usize> {
        self.game.chance().ok_or_else(|| error("the game has no chance"))
    }

    /// Refuses to tell of a player that there is not, where all see the same.
    fn check_player(&self, player: Option<i64>) -> PyResult<()> {
        player.map_or(Ok(()), |player| self.role_of(Some(player)).map(drop))
    }
}

/// A joint move of players, with that of chance in its place.
fn with_chance(mut moves: Vec<TermId>, role: usize, mov: TermId) -> Vec<TermId> {
    moves.insert(role, mov);
    moves
}

#[pymethods]
impl State {
    /// The number of the player that moves; -1 for chance, -2 where several move at the same time, -4 at
    /// the end.
    fn current_player(&self) -> i64 {
        match self.node(&self.choices()) {
            Node::Over => TERMINAL_PLAYER,
            Node::Chance => CHANCE_PLAYER,
            Node::Several => SIMULTANEOUS_PLAYER,
            Node::Player(role) => self.game.player(role) as i64,
        }
    }

    /// Whether the game is over, or cannot go on as its rules are at fault; `returns` tells which of them.
    fn is_terminal(&self) -> bool {
        self.chosen.is_none() && self.game.rules.terminal(&self.here)
    }

    /// Whether chance moves.
    fn is_chance_node(&self) -> bool {
        matches!(self.node(&self.choices()), Node::Chance)
    }

    /// Whether several players move at the same time.
    fn is_simultaneous_node(&self) -> bool {
        matches!(self.node(&self.choices()), Node::Several)
    }

    /// Whether one player moves.
    fn is_player_node(&self) -> bool {
        matches!(self.node(&self.choices()), Node::Player(_))
    }

    /// The legal actions of the one that moves, or of a player, in ascending order; none of one that does not
    /// move here.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        let choices = self.choices();
        let node = self.node(&choices);
        if matches!(node, Node::Over) {
            return Ok(Vec::new());
        }
        let role = self.role_of(player)?;
        Ok(match node {
            Node::Player(mover) if mover == role => self.legal(&choices, role),
            Node::Several if self.game.chance() != Some(role) => self.legal(&choices, role),
            Node::Chance if self.game.chance() == Some(role) => self.legal(&choices, role),
            _ => Vec::new(),
        })
    }

    /// A list of 0 and 1, for each action whether it is legal: as many as `Game.num_distinct_actions`, or as
    /// chance has if it is asked about or moves and nobody else is.
    #[pyo3(signature = (player = None))]
    // Bytes would be `bytes` in Python.
    fn legal_actions_mask(&self, player: Option<i64>) -> PyResult<Vec<u32>> {
        let legal = self.legal_actions(player)?;
        let of_chance = player.map_or_else(|| self.is_chance_node(), |player| player == CHANCE_PLAYER);
        let actions = match self.game.chance().filter(|_| of_chance) {
            Some(role) => self.game.names(role).len(),
            None => self.game.distinct_actions(),
        };
        let mut mask = vec![0; actions];
        legal.into_iter().for_each(|action| mask[action] = 1);
        Ok(mask)
    }

    /// What chance may do, each action with its probability.
    fn chance_outcomes(&self) -> PyResult<Vec<(usize, f64)>> {
        let chance = self.game.rules.chance().filter(|_| self.is_chance_node());
        let chance = chance.ok_or_else(|| error("chance does not move here"))?;
        let mut outcomes = Vec::new();
        chance.outcomes(&self.here, &mut outcomes);
        let role = chance.role();
        Ok(outcomes.into_iter().map(|(mov, share)| (self.game.action(role, mov), share)).collect())
    }

    /// Makes a move of the player that moves alone, or of chance.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let choices = self.choices();
        match self.node(&choices) {
            Node::Over => Err(error("the game is over, no move can follow")),
            Node::Several => {
                Err(error("several players move here; give the actions of all: `apply_actions`"))
            }
            Node::Chance => {
                let role = self.role_of(Some(CHANCE_PLAYER))?;
                let mov = self.legal_move(&choices, role, action)?;
                let only = || self.game.players.iter().map(|&role| choices.of_role(role)[0]).collect();
                let moves = self.chosen.clone().unwrap_or_else(only);
                self.advance(with_chance(moves, role, mov));
                Ok(())
            }
            Node::Player(mover) => {
                let mov = self.legal_move(&choices, mover, action)?;
                let of = |&role: &usize| if role == mover { mov } else { choices.of_role(role)[0] };
                let moves = self.game.players.iter().map(of).collect();
                self.make(&choices, moves);
                Ok(())
            }
        }
    }

    /// Makes one move of each player.
    fn apply_actions(&mut self, actions: Vec<i64>) -> PyResult<()> {
        let choices = self.choices();
        match self.node(&choices) {
            Node::Over => return Err(error("the game is over, no move can follow")),
            Node::Chance => return Err(error("chance moves here: `apply_action`")),
            Node::Player(_) | Node::Several => {}
        }
        let players = self.game.players.len();
        if actions.len() != players {
            return Err(error(format_args!(
                "{} actions for {players} players; each needs one",
                actions.len()
            )));
        }
        let moves = self.game.players.iter().zip(actions);
        let moves: PyResult<Vec<TermId>> =
            moves.map(|(&role, action)| self.legal_move(&choices, role, action)).collect();
        self.make(&choices, moves?);
        Ok(())
    }

    /// The state after an action, beside this one.
    fn child(&self, action: i64) -> PyResult<Self> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// Takes the last action back, which is that of `player`.
    #[expect(unused_variables, reason = "OpenSpiel's signature, in which both are redundant")]
    fn undo_action(&mut self, player: i64, action: i64) -> PyResult<()> {
        if self.chosen.take().is_some() {
            return Ok(());
        }
        let ply = self.past.0.clone().ok_or_else(|| error("no move has been made"))?;
        self.here = ply.state.clone();
        self.past = ply.before.clone();
        // Chance moved last, if it had a choice after the players.
        let choices = self.choices();
        if let Some(role) = self.chance_chooses(&choices)
            && self.game.players.iter().any(|&role| choices.of_role(role).len() > 1)
        {
            let mut moves = ply.joint.clone();
            moves.remove(role);
            self.chosen = Some(moves);
        }
        Ok(())
    }

    /// What each player gets: the goals at the end, 0 before. Raises `SpielbaumError` where the rules are at
    /// fault: where a player has no legal move in a state that they do not call terminal.
    fn returns(&self) -> PyResult<Vec<f64>> {
        let (rules, players) = (&self.game.rules, &self.game.players);
        if !self.is_terminal() {
            return Ok(vec![0.0; players.len()]);
        }
        match rules.fault(&self.here) {
            Some(fault) => Err(error(fault)),
            None => Ok(players.iter().map(|&role| f64::from(rules.goal(&self.here, role))).collect()),
        }
    }

    /// What each player got for the last move: as `returns`, since games pay at the end.
    fn rewards(&self) -> PyResult<Vec<f64>> {
        self.returns()
    }

    /// What a player gets.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        let role = self.game.role(player)?;
        Ok(self.returns()?[self.game.player(role)])
    }

    /// What a player got for the last move.
    fn player_reward(&self, player: i64) -> PyResult<f64> {
        self.player_return(player)
    }

    /// The text of an action of a player, -1 for chance; of the one that moves, if one number is given.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        let (player, action) = match action {
            Some(action) => (Some(player_or_action), action),
            None => (None, player_or_action),
        };
        self.game.action_name(self.role_of(player)?, action)
    }

    /// The action of a player with this text, -1 for chance; of the one that moves, if there is no number.
    #[pyo3(signature = (text, player = None))]
    fn string_to_action(&self, text: &str, player: Option<i64>) -> PyResult<usize> {
        let role = self.role_of(player)?;
        self.game.action_named(role, &canonical(text))
    }

    /// What a player knows, as text: two states that it cannot tell apart have the same. Its own moves and
    /// percepts where the game hides something, else the moves of all.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        let role = self.role_of(player)?;
        self.check_past()?;
        let rules = &self.game.rules;
        let plies: Vec<&Ply> = self.past.plies().collect();
        if rules.percepts().is_none() {
            return Ok(plies.iter().rev().map(|ply| self.line(&ply.joint, " ")).collect());
        }
        let mut known = InformationState::initial(role);
        plies.iter().rev().for_each(|ply| known.observe(rules, &ply.state, &ply.joint));
        let known: Vec<_> = known.plies.iter().map(|observation| observation.named(rules)).collect();
        Ok(told_plies(&known))
    }

    /// What a player sees, as text: the board where the game hides nothing, else its percepts after the last
    /// joint move.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        if self.game.rules.percepts().is_none() {
            self.check_player(player)?;
            return Ok(self.__str__());
        }
        let known = self.information_state_string(player)?;
        Ok(known.lines().last().unwrap_or_default().to_owned())
    }

    /// The fluents as numbers, 1 where they hold and else 0, in the order of `Game.fluents`; where the game
    /// hides something, the percepts of a player after the last joint move, 0 beyond those that it has.
    #[pyo3(signature = (player = None))]
    fn observation_tensor(&self, player: Option<i64>) -> PyResult<Vec<f32>> {
        let (rules, compiled) = (&self.game.rules, self.game.compiled());
        if rules.percepts().is_none() {
            self.check_player(player)?;
            let held = rules.fluents(&self.here);
            return Ok(compiled.fluents().iter().map(|fluent| f32::from(held.contains(fluent))).collect());
        }
        let role = self.role_of(player)?;
        self.check_past()?;
        let most = self.game.players.iter().map(|&role| compiled.percepts(role).len()).max();
        let mut tensor = vec![0.0; most.unwrap_or(0)];
        if let Some(ply) = self.past.0.as_deref() {
            let names: Vec<String> =
                compiled.percepts(role).iter().map(|&percept| rules.reasoner().text(percept)).collect();
            let (_, seen) = Observation::of(rules, &ply.state, &ply.joint, role).named(rules);
            let places = seen.iter().filter_map(|seen| names.iter().position(|name| name == seen));
            places.for_each(|place| tensor[place] = 1.0);
        }
        Ok(tensor)
    }

    /// The actions that led here, of all that moved: of players in their order where several did, and
    /// of chance.
    fn history(&self) -> PyResult<Vec<usize>> {
        self.check_past()?;
        let mut state = Self::initial(self.game.clone());
        let mut history = Vec::new();
        let plies: Vec<&Ply> = self.past.plies().collect();
        for joint in plies.iter().rev().map(|ply| &ply.joint) {
            state.note(joint, &mut history);
            state.advance(joint.clone());
        }
        if let Some(chosen) = &self.chosen {
            state.note_players(chosen.iter().copied(), &mut history);
        }
        Ok(history)
    }

    /// How many joint moves have been made.
    fn move_number(&self) -> PyResult<usize> {
        self.check_past()?;
        Ok(self.past.plies().count())
    }

    /// A copy that can go on by itself.
    #[pyo3(name = "clone")]
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The joint moves that led here, as text: a line for each, with tabs between the moves.
    /// `Game.deserialize_state` reads it.
    fn serialize(&self) -> PyResult<String> {
        self.check_past()?;
        let plies: Vec<&Ply> = self.past.plies().collect();
        let mut text: String = plies.iter().rev().map(|ply| self.line(&ply.joint, "\t")).collect();
        text.extend(self.chosen.as_deref().map(|moves| self.line(moves, "\t")));
        Ok(text)
    }

    /// For pickle: its game goes with it, and the way to it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = Bound::new(py, Game(Arc::clone(&self.game)))?.getattr("deserialize_state")?;
        Ok((read, (self.serialize()?,)))
    }

    /// Whether two states are the same position, whatever the way to it.
    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.game, &other.game) && self.here == other.here && self.chosen == other.chosen
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (&self.here, &self.chosen).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.game.rules.render(&self.here)
    }

    /// The board as a picture, with what else holds; of a built-in game with its pieces.
    fn svg(&self) -> String {
        let layout = Layout::of(&self.game.rules, Style::named(&self.game.name), &[]);
        layout.picture(&self.game.rules, &self.here).svg()
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        match self.move_number() {
            Ok(moves) => format!("<State of {} after {moves} moves>", self.game.name),
            Err(_) => format!("<State of {}>", self.game.name),
        }
    }
}

impl State {
    /// Moves as a line of text.
    fn line(&self, moves: &[TermId], between: &str) -> String {
        let texts: Vec<String> = moves.iter().map(|&mov| self.game.rules.reasoner().text(mov)).collect();
        texts.join(between) + "\n"
    }

    /// Appends the actions of a joint move that is made here.
    fn note(&self, joint: &[TermId], history: &mut Vec<usize>) {
        let choices = self.choices();
        self.note_players(self.game.players.iter().map(|&role| joint[role]), history);
        if let Some(role) = self.chance_chooses(&choices) {
            history.push(self.game.action(role, joint[role]));
        }
    }

    /// Appends the actions of the players that move here.
    fn note_players(&self, moves: impl Iterator<Item = TermId>, history: &mut Vec<usize>) {
        let node = self.node(&self.choices());
        for (&role, mov) in self.game.players.iter().zip(moves) {
            let moves = match node {
                Node::Several => true,
                Node::Player(mover) => mover == role,
                Node::Chance | Node::Over => false,
            };
            if moves {
                history.push(self.game.action(role, mov));
            }
        }
    }
}

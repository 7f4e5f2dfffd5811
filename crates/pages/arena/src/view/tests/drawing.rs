//! The chart of one game.

use super::*;

/// The points of the lines.
fn lines(view: &ArenaView) -> Vec<Vec<(f64, f64)>> {
    let marks = view.game_chart(640.0).marks.into_iter();
    let points = marks.filter_map(|mark| match mark {
        Mark::Line { points, .. } => Some(points),
        _ => None,
    });
    points.collect()
}

#[test]
fn scores_are_drawn_after_each_move() {
    let view = open("#/arena?agents=greedy,random&seed=7");
    let worker = view.lanes()[0].worker;
    let rows = positions(view.game(), 7, 12);
    let begun = after(view, [opened(worker), played(worker, 0, rows[..1].to_vec())]);
    assert_eq!(lines(&begun), [vec![(0.0, 0.0); 2], Vec::new()]);
    let few = after(begun.clone(), [played(worker, 0, rows.clone())]);
    let expected: Vec<_> =
        (0..).zip(&rows).map(|(at, it)| (f64::from(at), it.points as f64)).collect();
    assert_eq!(lines(&few)[0][..12], expected);
    let plot = few.game_chart(640.0);
    assert_eq!((plot.x.to, plot.y.to), (15.0, round_up(rows[11].points as usize) as f64));
    assert_eq!(plot.description, format!("Greedy: {} after 11 moves", rows[11].points));
    // Of a long game, not every move has a point, but the last one does.
    let many = (0..=1_001).map(|points| AgentPosition { points, ..rows[0] });
    let long = after(begun, [played(worker, 0, many.collect())]);
    let line = &lines(&long)[0];
    assert_eq!((line.len(), line[1], line.last()), (335, (3.0, 3.0), Some(&(1_001.0, 1_001.0))));
    let texts = long.lanes().iter().map(|lane| long.reached_text(lane));
    assert!(texts.eq([Some("1,001".to_owned()), None]));
}

#[test]
fn chances_of_winning_are_drawn_where_the_game_is_solved() {
    let view = open("#/arena?game=3x3_to_128&agents=greedy,optimal&seed=7");
    let worker = view.lanes()[0].worker;
    let rows = positions(view.game(), 7, 400);
    let over = rows.iter().position(|it| it.action.is_none()).unwrap();
    let games = [played(worker, 0, rows[..1].to_vec()), played(worker, 0, rows[..=over].to_vec())];
    let view = after(view, [opened(worker)]);
    let view = after(view, games);
    assert_eq!(lines(&view), [vec![], vec![]]);
    let view = view.clone().after(solved(&view, 0.9));
    let view = view.clone().after(solver_played(&view, 7));
    // The optimal policy, whose game the solver finds late, has played as many moves as the agent.
    let (line, moves) = (&lines(&view)[1], view.lanes()[1].moves);
    assert!(moves > 0 && moves <= over as u32, "{moves} moves");
    assert_eq!((line[0], line.last().unwrap().0), ((0.0, 0.5), f64::from(moves)));
    let view = view.clone().after(valued(&view));
    let view = view.clone().after(valued(&view));
    let line = &lines(&view)[0];
    assert_eq!(line[..2], [(0.0, 1.0), (1.0, 1.0)]);
    let is_won = view.game().game().ends_with(rows[over].board.largest());
    assert_eq!(line.last(), Some(&(over as f64, f64::from(u8::from(is_won)))));
    // The expected returns of a game that is nearly certain to be won are minus the chance of
    // losing.
    let losing = ValuedGame::losing(*view.game().game()).unwrap();
    let view = open("#/arena?game=3x3_to_128&agents=optimal&seed=7");
    let view = view.clone().after(solved_as(&view, losing, -0.125));
    let view = view.clone().after(solver_played(&view, 7));
    assert_eq!(lines(&view)[0][0], (0.0, 1.5));
}

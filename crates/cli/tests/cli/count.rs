use crate::TestFolder;

#[test]
fn counts_are_those_of_a_solve() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 3x3 --target 32");
    let counted = folder.json("count --board 3x3 --target 32 --work w --out layers.csv");
    assert_eq!((&counted["states"], &counted["lost"]), (&solved["states"], &solved["lost"]));
    let csv = folder.read_text("layers.csv");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("tile_sum,states,lost"));
    let rows = lines.map(|line| line.split(',').map(|cell| cell.parse::<u64>().unwrap()));
    let rows: Vec<Vec<u64>> = rows.map(Iterator::collect).collect();
    let sum = |column: usize| rows.iter().map(|row| row[column]).sum::<u64>();
    assert_eq!(counted["states"], sum(1));
    assert_eq!(counted["lost"], sum(2));
    assert_eq!(rows[0], [4, 8, 0]);
    let text = folder.text("count --board 3x3 --up-to 60 --work 60");
    assert!(text.contains("lost boards"), "{text}");
    // Below a tile sum of 64 no tile of 64 fits, so these are the layers of the game to 64.
    let to_64 = folder.json("count --board 3x3 --target 64 --up-to 60 --work 60 --resume");
    let free = folder.json("count --board 3x3 --up-to 60 --work 60 --resume");
    assert_eq!(free["states"], to_64["states"]);
    assert_eq!(free["up_to"], 60);
}

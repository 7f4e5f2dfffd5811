use crate::{Place, close, number};

#[test]
fn json_holds_what_scripts_rely_on() {
    let place = Place::new();
    let solved = place.json("solve --board 2x2 --target 16 --threads 2");
    assert_eq!(solved["states"], 35);
    assert_eq!(solved["layers"], 11);
    assert_eq!(solved["largest_layer"], 6);
    assert_eq!(solved["threads"], 2);
    close(&solved, "start_value", 770009003.0 / 800000000.0, 1e-12);
    close(&solved, "lose_probability", 29990997.0 / 800000000.0, 1e-12);
    assert!(number(&solved, "wall_seconds") > 0.0);
    assert!(number(&solved, "cpu_seconds") >= 0.0);
    if cfg!(target_os = "linux") {
        assert!(number(&solved, "peak_bytes") > 1e6);
    }
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn text_is_for_people() {
    let text = Place::new().text("solve --board 2x2 --target 16 --threads 1");
    assert!(text.contains("35 in 11 layers, the largest of 6; 6 lost boards\n"), "{text}");
    assert!(text.contains("96.25 % (0.96251125375"), "{text}");
    assert!(text.contains(", exact to rounding\n"), "{text}");
    assert!(text.contains("lose probability  3.75 %\n"), "{text}");
    assert!(text.contains("with 1 thread ("), "{text}");
}

#[test]
fn parameters_reach_the_solver() {
    let place = Place::new();
    let solved = place.json("solve --board 2x2 --target 8 --discount 0.99 --spawn-four 0.25");
    assert_eq!(solved["discount"], 0.99);
    assert_eq!(solved["spawn_four"], 0.25);
    assert_eq!(solved["objective"], "win");
    assert!(solved["lose_probability"].is_null());
    assert!(number(&solved, "start_value") < 0.98);
    let upright = place.json("solve --board 3x2 --target 32");
    let lying = place.json("solve --board 2x3 --target 32");
    assert_eq!((&upright["board"], &lying["board"]), (&"3x2".into(), &"2x3".into()));
    assert_eq!(upright["states"], lying["states"]);
    close(&upright, "start_value", number(&lying, "start_value"), 1e-12);
    // Certain wins cannot be told from nearly certain ones by 1 - V.
    assert!(place.json("solve --board 2x2 --target 8")["lose_probability"].is_null());
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let place = Place::new();
    for threads in [1, 2, 3] {
        let solved = place.json(&format!(
            "solve --board 3x3 --target 64 --threads {threads} --out {threads}.solution"
        ));
        assert_eq!(solved["states"], 594_046);
    }
    let bytes = |threads| std::fs::read(place.path().join(format!("{threads}.solution"))).unwrap();
    assert!(bytes(1) == bytes(2) && bytes(2) == bytes(3));
}

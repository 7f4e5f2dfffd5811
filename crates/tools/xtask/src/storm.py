"""Loads DRN files in Storm and prints the optimum and the times of each, as a line of JSON.

The arguments are groups of three: `exact` or `float`, a property, a DRN file.
"""

import json
import sys
import time

import stormpy

arguments = sys.argv[1:]
for engine, text, path in zip(arguments[0::3], arguments[1::3], arguments[2::3]):
    build = stormpy.build_model_from_drn
    if engine == "exact":
        build = build[stormpy.Rational]
    wall, cpu = time.perf_counter(), time.process_time()
    model = build(path)
    loaded, loaded_cpu = time.perf_counter(), time.process_time()
    result = stormpy.model_checking(model, stormpy.parse_properties(text)[0])
    optimum = result.get_value(model.initial_states[0])
    solved, solved_cpu = time.perf_counter(), time.process_time()
    print(
        json.dumps(
            {
                "optimum": str(optimum),
                "states": model.nr_states,
                "load": loaded - wall,
                "load_cpu": loaded_cpu - cpu,
                "solve": solved - loaded,
                "solve_cpu": solved_cpu - loaded_cpu,
            }
        ),
        flush=True,
    )

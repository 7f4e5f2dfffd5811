/** Agents that play in workers. */

import { WorkerCalls } from "./calls.js";

/** What a worker runs. Progress is sent about thirty times a second. */
const WORKER = `
  let program, networkFile, network, player, opened, games, playing;
  let considering, analysis, analysed, held, release;
  const pause = () => new Promise((resolve) => { setTimeout(resolve); });
  async function download(id) {
    const response = await fetch(networkFile);
    if (!response.ok) throw new Error("the network of the learned agent could not be downloaded");
    const length = Number(response.headers.get("content-length"));
    const encoded = response.headers.get("content-encoding");
    const parts = [];
    let received = 0;
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      received += value.length;
      postMessage({ id, progress: [received, encoded ? 0 : length] });
    }
    return new program.AgentNetwork(new Uint8Array(await new Blob(parts).arrayBuffer()));
  }
  const calls = {
    async load([script, module_or_path, file]) {
      networkFile = file;
      program = await import(script);
      await program.default({ module_or_path });
    },
    async open(board, target, agent, id) {
      player?.free();
      games?.free();
      player = games = undefined;
      opened = [board, target, agent];
      if (agent.startsWith("learned")) network ??= await download(id);
      player = network ? program.AgentPlayer.withNetwork(board, target, agent, network)
        : new program.AgentPlayer(board, target, agent);
    },
    follow(milliseconds) {
      games ??= new program.AgentGames(...opened);
      return games.follow(milliseconds);
    },
    start: (seed) => player.start(seed),
    play: (most, milliseconds) => player.play(most, milliseconds),
    async race(seed, milliseconds, keepsMoves, id) {
      playing = id;
      player.keepsMoves = keepsMoves;
      const results = [];
      let worked = 0;
      const playOn = () => {
        const begin = performance.now();
        const isOver = player.playOn(30);
        worked += performance.now() - begin;
        return isOver;
      };
      do {
        for (player.start(seed++); !playOn(); ) {
          postMessage({ id, progress: [player.result().subarray(0, 4)] });
          await pause();
          await held;
          if (playing !== id) return null;
        }
        results.push(player.result());
      } while (worked < milliseconds);
      return [worked, results];
    },
    hold(isHeld) {
      release?.();
      held = isHeld ? new Promise((resolve) => { release = resolve; }) : undefined;
    },
    stop() {
      playing = undefined;
      calls.hold(false);
    },
    async openNetwork(id) {
      network ??= await download(id);
    },
    async consider(board, id) {
      considering = id;
      if (board !== analysed) {
        analysis?.free();
        analysis = analysed = undefined;
        analysis = new program.AgentAnalysis(board, network);
        analysed = board;
      }
      let goesOn = true, reported = 0, plies = 0;
      while (goesOn) {
        goesOn = analysis.work(25);
        const numbers = analysis.numbers();
        if (numbers[0] !== plies || performance.now() - reported > 250 || !goesOn) {
          plies = numbers[0];
          reported = performance.now();
          postMessage({ id, progress: [numbers] });
        }
        await pause();
        if (considering !== id) return false;
      }
      return true;
    },
    stopConsidering: () => { considering = undefined; },
    gradingEstimates: (boards) => program.gradingEstimates(boards, network),
  };`;

/** The files of the program and of the network. */
const FILES = ["agents.js", "agents_bg.wasm", "learned.network"];

/** A worker with at most one agent, which plays seeded games. */
export class AgentWorker {
  #worker;

  /** Starts the worker. `folder` is the URL of the folder of its program. */
  constructor(folder) {
    this.#worker = new WorkerCalls(WORKER, FILES.map((file) => new URL(file, folder).href));
  }

  /**
   * Makes an agent for games on a board such as "4x4", with a target, or without one (0). The agent
   * is named as for the command `mdp2048 arena`. `onProgress` gets how many bytes of a network are
   * downloaded, and of how many (0 if that is not known).
   */
  open(board, target, agent, onProgress = () => {}) {
    return this.#worker.call("open", board, target, agent, { onProgress });
  }

  /** Begins the game of a seed. */
  start(seed) {
    return this.#worker.call("start", seed);
  }

  /**
   * Plays at most so many moves, for about so many milliseconds. Resolves to eight numbers for each
   * position from the current one on, as `AgentPlayer.play` in web/src/agents describes them.
   */
  play(most, milliseconds) {
    return this.#worker.call("play", most, milliseconds);
  }

  /**
   * Plays games to their end: that of a seed, of the next seed, and so on until the agent has
   * worked for so many milliseconds. Resolves to the milliseconds that it has worked and a list of
   * the results, as `AgentPlayer.result` describes them, or to null if it was stopped. `onProgress`
   * gets the first four numbers of the result of a game that takes longer.
   */
  race(seed, milliseconds, keepsMoves, onProgress = () => {}) {
    return this.#worker.call("race", seed, milliseconds, keepsMoves, { onProgress });
  }

  /**
   * Computes the exact results of the agent's games for so many milliseconds, and goes on with the
   * next call. Resolves to four numbers, which `AgentGames.follow` in web/src/agents describes.
   */
  follow(milliseconds) {
    return this.#worker.call("follow", milliseconds);
  }

  /** Lets the game that is played by `race` wait, or go on. */
  hold(isHeld) {
    return this.#worker.call("hold", isHeld).catch(() => {});
  }

  /** Stops the game that is played by `race`. */
  stop() {
    return this.#worker.call("stop").catch(() => {});
  }

  /** Downloads and decodes the network, once. `onProgress` gets what `open` describes. */
  openNetwork(onProgress = () => {}) {
    return this.#worker.call("openNetwork", { onProgress });
  }

  /**
   * Thinks about a board of 4x4 after `openNetwork`, ever deeper, until there is nothing left to
   * find, another call follows, or `stopConsidering` is called. The board is given by its exponents
   * in hexadecimal digits. `onProgress` gets what is found so far, as `AgentAnalysis.numbers` in
   * web/src/agents describes it. A call for the same board goes on where the last one ended.
   * Resolves to whether nothing is left to find.
   */
  consider(board, onProgress) {
    return this.#worker.call("consider", board, { onProgress });
  }

  /** Ends what `consider` does. */
  stopConsidering() {
    return this.#worker.call("stopConsidering");
  }

  /** Resolves to what `gradingEstimates` in web/src/agents returns, after `openNetwork`. */
  gradingEstimates(boards) {
    return this.#worker.call("gradingEstimates", boards);
  }

  /** Stops the worker at once and frees its memory; calls that are not answered are rejected. */
  end() {
    this.#worker.end();
  }
}

/** Reasons for failures, in words for readers. */

const NO_MEMORY = "the browser has no more memory for it; close other pages, or choose a smaller "
  + "game";
const NO_CONNECTION = "a part of it could not be downloaded; check the connection and try again";
const NO_PROGRAM = "this browser does not run its program; try a recent Firefox, Chrome, Edge or "
  + "Safari";
const ENDED = "its program has ended unexpectedly; try again";
const FORBIDDEN = "the browser does not allow it; its settings, or a private window, may be why";
const UNKNOWN = "something unexpected happened in the browser; load the page again";

/** The reasons by the names of errors. */
const REASONS = {
  RangeError: NO_MEMORY,
  NetworkError: NO_CONNECTION,
  CompileError: NO_PROGRAM,
  LinkError: NO_PROGRAM,
  RuntimeError: ENDED,
  NotAllowedError: FORBIDDEN,
  SecurityError: FORBIDDEN,
};

/** What browsers write where a module or a file did not arrive. Its error is a TypeError. */
const DOWNLOAD = /fetch|import|load|module|network|http status/i;

/**
 * Why something failed, as the end of a sentence. The errors of this program have the name Error,
 * or another one that does not end with it, and are sentences already; those of a browser are
 * exceptions for programmers, whose text goes to the console.
 */
export function reason(error) {
  const { name = "Error", message = String(error) } = error ?? {};
  if (name === "Error" || !name.endsWith("Error")) return message;
  console.warn(`mdp2048: ${name}: ${message}`);
  if (name === "TypeError" && DOWNLOAD.test(message)) return NO_CONNECTION;
  return REASONS[name] ?? UNKNOWN;
}

/** An error with such a reason, and with the name of this one. */
export function explained(error) {
  return Object.assign(new Error(reason(error)), { name: error?.name ?? "Error" });
}

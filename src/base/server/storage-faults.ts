import { sqlState } from "./db/db.ts";

/** What an error says about the storage: it is full, it does not answer, or nothing. */
export type StorageFault = "full" | "unreachable" | null;

const fullCodes = new Set(["ENOSPC", "EDQUOT"]);
/** Libraries that write files by themselves (sharp's) pass on the system's message without its code. */
const fullMessage = /No space left on device|Disk quota exceeded/;
const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * PostgreSQL's codes: 53100 the disk is full, 53300 too many connections, class 08 and 57P01 to 57P05 the connection or
 * the server is gone, 58030 an input/output error (postgresql.org/docs/current/errcodes-appendix.html). Its client has
 * no code for a connection that ended.
 */
export function classifyStorageFault(error: unknown): StorageFault {
  if (!(error instanceof Error)) return null;
  const code = String((error as { code?: unknown }).code ?? "");
  const state = sqlState(error) ?? "";
  if (state === "53100" || fullCodes.has(code) || fullMessage.test(error.message)) return "full";
  const isGone =
    /^(08|57P0|53300|58030)/.test(state) ||
    unreachableCodes.has(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message);
  return isGone ? "unreachable" : classifyStorageFault(error.cause);
}

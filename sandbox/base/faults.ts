import type { Memory } from "./memory.ts";

/** The ways a vendor can be made to fail. */
export const faultKinds = [
  "timeout_before", // never answers, and does nothing
  "timeout_after", // does the work, and never answers
  "429", // refuses with Retry-After
  "500",
  "503",
  "slow", // answers after `ms`
  "half_done", // the vendor defines what half means (a half-written batch, a parent without its child)
  "duplicate_webhook", // every delivery is made twice
  "late_webhook", // deliveries wait `seconds` of system time
  "out_of_order_webhook", // a delivery waits until the next one was sent
  "refused", // a mail server: the mailbox does not exist
  "greylisted", // a mail server: try again later
  "cut_stream", // a language model: the answer breaks off in the middle
  "split_utf8", // a language model: pieces end inside letters and events, among comments and CRLF
  "refusal", // a language model: it refuses in its answer
  "moderation", // a language model: its moderation refuses the request
  "fenced_json", // a language model: JSON in a fence of code, after words
  "broken_json", // a language model: an answer that is not of the schema
  "slow_first_token", // a language model: begins after `ms`
  "token_limit", // a language model: the answer is cut at the most tokens
  "no_quota", // a language model: 429 that no waiting ends
  "silence", // a speech model: nothing was said
  "no_json_schema", // a language model: an older server, which refuses `json_schema`
  "expire_tokens", // at once: every access token issued so far is expired
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  id: string;
  vendor: string;
  kind: FaultKind;
  /** How many more times it applies; null = until it is removed. */
  times: number | null;
  /** Only requests whose path (after the host prefix) contains this. */
  path?: string;
  method?: string;
  /** Seconds, for 429. */
  retry_after?: number;
  /** Milliseconds, for slow and slow_first_token. */
  ms?: number;
  /** Seconds, for late_webhook. */
  seconds?: number;
}

export interface Faults {
  add(fault: Omit<Fault, "id">): Fault;
  remove(match: { id?: string; vendor?: string; kind?: FaultKind }): number;
  list(): Fault[];
  /** Consumes one use of a matching fault, if there is one. A vendor calls this for `half_done`. */
  consume(vendor: string, kinds: FaultKind[], request?: { method: string; path: string }): Fault | null;
}

export function makeFaults(memory: Memory): Faults {
  const state = memory.state<{ list: Fault[]; lastId: number }>("faults", () => ({ list: [], lastId: 0 }));
  return {
    add(fault) {
      state.lastId += 1;
      const added = { ...fault, id: `fault-${state.lastId}` };
      state.list.push(added);
      return added;
    },
    remove({ id, vendor, kind }) {
      const before = state.list.length;
      const matches = (fault: Fault) =>
        (!id || fault.id === id) && (!vendor || fault.vendor === vendor) && (!kind || fault.kind === kind);
      state.list = state.list.filter((fault) => !matches(fault));
      return before - state.list.length;
    },
    list: () => state.list,
    consume(vendor, kinds, request) {
      const found = state.list.find(
        (fault) =>
          fault.vendor === vendor &&
          kinds.includes(fault.kind) &&
          (!fault.method || !request || fault.method.toUpperCase() === request.method) &&
          (!fault.path || !request || request.path.includes(fault.path)),
      );
      if (!found) return null;
      if (found.times !== null) {
        found.times -= 1;
        if (found.times <= 0) state.list = state.list.filter((fault) => fault !== found);
      }
      return found;
    },
  };
}

/** One request to a vendor as it came, and the answer as it went; secrets included, for this is a sandbox. */
export interface ReceivedCall {
  id: number;
  vendor: string;
  host: string;
  /** Machine time. */
  at: string;
  /** World time. */
  world_at: string;
  method: string;
  /** With the query, after the host prefix. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** null = no answer was given. */
  status: number | null;
  answer: string | null;
  fault: string | null;
}

export interface Received {
  add(call: Omit<ReceivedCall, "id">): ReceivedCall;
  /** Newest first. */
  list(filter: { vendor?: string; path?: string; method?: string; limit: number }): ReceivedCall[];
  clear(): void;
}

const KEPT = 2_000;
const LONGEST_TEXT = 64_000;

export function makeReceived(): Received {
  let calls: ReceivedCall[] = [];
  let turn = 0;
  return {
    add(call) {
      turn += 1;
      const kept = { ...call, id: turn };
      calls.push(kept);
      if (calls.length > KEPT * 2) calls = calls.slice(-KEPT);
      return kept;
    },
    list: ({ vendor, path, method, limit }) =>
      calls
        .slice(-KEPT)
        .filter((call) => !vendor || call.vendor === vendor)
        .filter((call) => !path || call.path.includes(path))
        .filter((call) => !method || call.method === method.toUpperCase())
        .slice(-limit)
        .reverse(),
    clear() {
      calls = [];
    },
  };
}

/** Text as it is kept: long or binary bodies are cut and said to be so. */
export function keptText(bytes: Buffer | string | null): string {
  if (bytes === null) return "";
  const text = typeof bytes === "string" ? bytes : bytes.toString("utf8");
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}

/** One recorded request to a vendor with its response. Secrets are included, because this is a sandbox. */
export interface ReceivedCall {
  id: number;
  vendor: string;
  host: string;
  /** System time. */
  at: string;
  /** World time. */
  world_at: string;
  method: string;
  /** With the query, after the host prefix. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** null = no response was sent. */
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

const MAX_ENTRIES = 2_000;
const MAX_TEXT_LENGTH = 64_000;

export function makeReceived(): Received {
  let calls: ReceivedCall[] = [];
  let lastId = 0;
  return {
    add(call) {
      lastId += 1;
      const entry = { ...call, id: lastId };
      calls.push(entry);
      if (calls.length > MAX_ENTRIES * 2) calls = calls.slice(-MAX_ENTRIES);
      return entry;
    },
    list: ({ vendor, path, method, limit }) =>
      calls
        .slice(-MAX_ENTRIES)
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

/** Text as it is stored: long or binary bodies are cut, and the text says so. */
export function toLoggedText(bytes: Buffer | string | null): string {
  if (bytes === null) return "";
  const text = typeof bytes === "string" ? bytes : bytes.toString("utf8");
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)`;
}

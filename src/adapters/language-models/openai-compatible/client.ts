import { setTimeout as sleep } from "node:timers/promises";
import type OpenAI from "openai";
import { observedFetch } from "#base/server/vendor-calls.ts";
import type { AdapterFault } from "#base/shared/adapter-fault.ts";
import { toFault } from "./faults.ts";

export type Endpoint = {
  /** In logs, and where a port says so as merchants read it. */
  name: string;
  /** Ends in `/v1`, without a trailing slash. */
  url: string;
  key: string;
  model: string;
};

/** The official client of an endpoint, loaded when it is first needed. Its own retries are off. */
export function makeClient({ url, key }: Endpoint, timeoutMs: number): () => Promise<OpenAI> {
  let client: OpenAI | undefined;
  return async () => {
    const { default: Client } = await import("openai");
    const fetch = observedFetch("language_model");
    client ??= new Client({ baseURL: url, apiKey: key, maxRetries: 0, timeout: timeoutMs, fetch });
    return client;
  };
}

/** Longer than this nobody waits for a busy server; another endpoint is asked. */
const longestWaitSeconds = 2;

type Asking = {
  name: string;
  /** The message key of what moderation refuses. */
  refusedKey: string;
  signal: AbortSignal;
};

/** Asks, and once more after a short wait where the server is busy. Throws AdapterFault, or the signal's reason. */
export async function askTwice<Answer>(
  ask: () => Promise<Answer>,
  { name, refusedKey, signal }: Asking,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    const fault = await toFault(error, name, refusedKey);
    const seconds = toShortWait(fault);
    if (seconds === null) throw fault;
    await sleep(seconds * 1_000 * (1 + Math.random() / 4), undefined, { signal });
  }
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    throw await toFault(error, name, refusedKey);
  }
}

function toShortWait({ kind, retryAfterSeconds = 0.2 }: AdapterFault): number | null {
  return kind === "later" && retryAfterSeconds <= longestWaitSeconds ? retryAfterSeconds : null;
}

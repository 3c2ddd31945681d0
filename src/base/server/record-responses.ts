import { AsyncLocalStorage } from "node:async_hooks";

/** The body of another system's response as it was received; a compressed file is decompressed. */
export type RecordedResponse = { status: number; text: string };
export type RecordResponse = (response: RecordedResponse) => void;

const recorder = new AsyncLocalStorage<RecordResponse>();

/**
 * Hands every text response that `work` receives through `httpRequest` to `record` too. For work that requests nothing
 * but what may be kept: never where access tokens are exchanged.
 */
export function recordResponses<Outcome>(record: RecordResponse, work: () => Outcome): Outcome {
  return recorder.run(record, work);
}

/** Called by the HTTP client with each response. */
export function reportResponse(response: RecordedResponse): void {
  recorder.getStore()?.(response);
}

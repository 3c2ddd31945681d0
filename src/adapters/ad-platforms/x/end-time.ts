import type { Parameters } from "./api-client.ts";
import { isMissingOnly } from "./faults.ts";

/** Sent as a line item's end where it has none and X demands one: as far ahead as 32-bit times reach. */
export const farFutureEnd = "2037-12-31T00:00:00Z";

/**
 * X's table marks `end_time` as required, and X's own sample leaves it out (campaign-management/reference, Line Items).
 * No end is asked for first; only where X says that it misses one, the call is made again with an end far ahead.
 */
export async function retryWithEnd<Outcome>(
  parameters: Parameters,
  send: (parameters: Parameters) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await send(parameters);
  } catch (error) {
    if (parameters.end_time !== null || !isMissingOnly(error, "end_time")) throw error;
    return await send({ ...parameters, end_time: farFutureEnd });
  }
}

import type { Parameters } from "./api-client.ts";
import { isMissingOnly } from "./faults.ts";

/** Sent as a line item's end if it has none and X requires one: as late as 32-bit times allow. */
export const farFutureEnd = "2037-12-31T00:00:00Z";

/**
 * X's table marks `end_time` as required, and X's own sample leaves it out (campaign-management/reference, Line Items).
 * So it is left out first; only if X reports it as missing, the call is repeated with an end far in the future.
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

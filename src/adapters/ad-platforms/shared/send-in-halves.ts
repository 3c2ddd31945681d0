import { type AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type {
  ConversionEvent,
  ConversionOutcome,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";

type Send = (events: readonly ConversionEvent[]) => Promise<ConversionOutcome[]>;

/**
 * Sends events to a platform that refuses a whole request for one of them: a refused request is halved until the
 * refused event stands alone, and the others are accepted. A refusal that concerns the account and not an event (it has
 * a message of ours) is thrown.
 */
export async function sendInHalves(
  events: readonly ConversionEvent[],
  send: Send,
): Promise<ConversionOutcome[]> {
  if (events.length === 0) return [];
  try {
    return await send(events);
  } catch (error) {
    if (!isEventRefusal(error)) throw error;
    if (events.length === 1) return [{ outcome: "refused", reason: error.reason }];
    const middle = Math.ceil(events.length / 2);
    const first = await sendInHalves(events.slice(0, middle), send);
    return [...first, ...(await sendInHalves(events.slice(middle), send))];
  }
}

const isEventRefusal = (error: unknown): error is AdapterFault =>
  isFault(error, "rejected") && error.messageKey === undefined;

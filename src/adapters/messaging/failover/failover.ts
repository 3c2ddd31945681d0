import { isFault } from "#base/shared/adapter-fault.ts";
import type { TextMessenger } from "#modules/merchants/server/text-message.port.ts";

/**
 * Sends by the first vendor, and by the second only where the first answered 5xx, timed out or could not be reached.
 * What it accepted, refused or throttled stays with it. After a time-out both may deliver: the same text, so a code
 * that arrives twice is the same code.
 */
export function makeFailover(first: TextMessenger, second: TextMessenger): TextMessenger {
  return {
    // A repeat goes to the first again, which refuses it where it had taken it.
    recognizesRepeats: first.recognizesRepeats,
    async send(message) {
      try {
        return await first.send(message);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        return await sendBySecond(second, message, error);
      }
    },
  };
}

const isUnavailable = (error: unknown) =>
  isFault(error, "outcome_unknown") || (isFault(error, "later") && !error.throttled);

/** Where the second did not send either, the first's fault stands: a doubt about it must not become a retry. */
async function sendBySecond(
  second: TextMessenger,
  message: Parameters<TextMessenger["send"]>[0],
  firstFault: unknown,
) {
  try {
    return await second.send(message);
  } catch (error) {
    if (isFault(error, "outcome_unknown") || !isFault(error)) throw error;
    throw firstFault;
  }
}

import { isFault } from "#base/shared/adapter-fault.ts";
import type { RefusedTopic } from "#modules/stores/server/store-platform.port.ts";

/**
 * Subscribes each topic by itself: one that the platform refuses does not stop the others. Returns the refused
 * topics; any other fault ends it, and the next call continues with what is still missing.
 */
export async function subscribeToEach(
  topics: Iterable<string>,
  subscribe: (topic: string) => Promise<unknown>,
): Promise<RefusedTopic[]> {
  const refused: RefusedTopic[] = [];
  for (const topic of topics) {
    try {
      await subscribe(topic);
    } catch (error) {
      if (!isFault(error, "rejected")) throw error;
      refused.push({ topic, reason: error.reason });
    }
  }
  return refused;
}

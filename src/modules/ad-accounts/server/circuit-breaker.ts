import type { Clock } from "#base/server/clock.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

type State = { failures: number; opensAt: number };

type Options = { clock: Clock; tolerance: number; firstWaitSeconds?: number; longestWaitSeconds?: number };

/**
 * Stops calls to what does not answer: after `tolerance` failures in a row calls throw `later` without being sent,
 * for a time that doubles with each further failure. A wait that the platform asked for starts at once.
 */
export function makeCircuitBreaker({
  clock,
  tolerance,
  firstWaitSeconds = 15,
  longestWaitSeconds = 600,
}: Options) {
  const states = new Map<string, State>();

  return {
    /** Throws `later` while the circuit of this key is open. */
    admit(key: string): void {
      const waitMs = (states.get(key)?.opensAt ?? 0) - clock.now().getTime();
      if (waitMs <= 0) return;
      throw new AdapterFault("later", {
        reason: `${key} is not called after repeated failures`,
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      });
    },
    succeeded(key: string): void {
      states.delete(key);
    },
    failed(key: string, retryAfterSeconds = 0): void {
      const failures = (states.get(key)?.failures ?? 0) + 1;
      const excess = failures - tolerance;
      const backoffSeconds =
        excess < 0 ? 0 : Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(excess, 20));
      const waitMs = Math.max(backoffSeconds, retryAfterSeconds) * 1_000;
      states.set(key, { failures, opensAt: clock.now().getTime() + waitMs });
    },
  };
}

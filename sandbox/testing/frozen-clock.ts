import { vi } from "vitest";

/** Work whose calls all come at one instant of the machine's clock: a slow machine gives no limit time to drain. */
export async function withFrozenClock<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

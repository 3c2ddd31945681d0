import { vi } from "vitest";

/** Runs work at one frozen instant of the system clock, so that on a slow computer no rate limit drains meanwhile. */
export async function withFrozenClock<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

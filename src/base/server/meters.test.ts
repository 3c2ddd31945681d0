import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeMeters } from "./meters.ts";
import { makeTopTalkers } from "./top-talkers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("those who use most", () => {
  it("are found among any number, with a bounded number of counters, and never counted too low", () => {
    const uses = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 5 })), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(uses, (all) => {
        const size = 10;
        const talkers = makeTopTalkers(size);
        const truth = new Map<string, number>();
        for (const [merchant, seconds] of all) {
          talkers.add(`mer_${merchant}`, seconds);
          truth.set(`mer_${merchant}`, (truth.get(`mer_${merchant}`) ?? 0) + seconds);
        }
        const listed = new Map(talkers.list(1_000).map(({ merchantId, seconds }) => [merchantId, seconds]));
        expect(listed.size).toBeLessThanOrEqual(size);
        const total = [...truth.values()].reduce((sum, seconds) => sum + seconds, 0);
        for (const [merchant, seconds] of truth) {
          if (seconds > total / size) expect(listed.has(merchant)).toBe(true);
          if (listed.has(merchant)) expect(listed.get(merchant)).toBeGreaterThanOrEqual(seconds);
        }
      }),
    );
  });

  it("are those of the last whole minute", async () => {
    const { merchants, render } = boundMeters();
    merchants.add("requests", "mer_1", 20);
    merchants.add("jobs", "mer_2", 5);
    expect(await render()).not.toContain("mer_");
    vi.advanceTimersByTime(61_000);
    merchants.add("requests", "mer_3", 1);
    const shown = await render();
    expect(shown).toContain('merchant_busy_seconds{merchant="mer_1",what="requests"} 20');
    expect(shown).toContain('merchant_uses{merchant="mer_2",what="jobs"} 1');
    expect(shown).not.toContain("mer_3");
    vi.advanceTimersByTime(181_000);
    expect(await render()).not.toContain("mer_");
  });
});

describe("samples", () => {
  it("are taken when metrics are read, every ten seconds at most, and a failed one is counted", async () => {
    const { addSample, render } = boundMeters();
    let taken = 0;
    addSample(async () => {
      taken += 1;
      throw new Error("the database is away");
    });
    expect(await render()).toContain("failed_samples_total 1");
    await render();
    expect(taken).toBe(1);
    vi.advanceTimersByTime(11_000);
    expect(await render()).toContain("failed_samples_total 2");
  });
});

function boundMeters() {
  const meters = makeMeters();
  return { ...meters, render: () => meters.render() };
}

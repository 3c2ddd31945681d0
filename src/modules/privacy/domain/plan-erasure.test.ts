import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDueSteps, maxAttempts, planErasure, type StepState, toRetryMs } from "./plan-erasure.ts";

const now = new Date("2026-12-21T09:00:00Z");
const modules = [
  { module: "merchants", needs: [], steps: [{ name: "sessions", waitsForNobody: true }] },
  { module: "ad-accounts", needs: [], steps: [{ name: "unlink" }] },
  { module: "stores", needs: ["merchants"], steps: [{ name: "disconnect" }] },
  { module: "conversions", needs: ["stores", "ad-accounts"], steps: [{ name: "lists" }] },
  { module: "search", needs: ["stores"], steps: [] },
];
const done = (at = now): StepState => ({ is_done: true, attempts: 1, tried_at: at });
const failed = (attempts: number, at = now): StepState => ({ is_done: false, attempts, tried_at: at });
const find = (states: Record<string, StepState>, at = now) => {
  const { due, nextAt } = findDueSteps(planErasure(modules), new Map(Object.entries(states)), at);
  return { due: due.map(({ name }) => name), nextAt };
};

describe("an erasure", () => {
  it("ends sessions and takes lists off the platforms first, while permissions still stand", () => {
    expect(find({}).due).toEqual(["conversions:lists", "merchants:sessions", "search:rows"]);
  });

  it("ends permissions after the lists, and deletes a module's rows after its own steps", () => {
    expect(find({ "conversions:lists": done(), "merchants:sessions": done() }).due).toEqual([
      "stores:disconnect",
      "ad-accounts:unlink",
      "search:rows",
      "conversions:rows",
      "merchants:rows",
    ]);
  });

  it("goes on with the rest while a vendor fails, and tries that one again later", () => {
    const states = { "conversions:lists": failed(1), "merchants:sessions": done() };
    expect(find(states).due).toEqual(["search:rows", "merchants:rows"]);
    const later = new Date(now.getTime() + toRetryMs(1));
    expect(find(states, later).due).toContain("conversions:lists");
  });

  it("gives up what failed too often: nothing keeps a person's data for ever", () => {
    expect(find({ "conversions:lists": failed(maxAttempts) }).due).toContain("ad-accounts:unlink");
  });

  it("says when it may be tried again, and ends once every step has", () => {
    const names = planErasure(modules).map(({ name }) => name);
    const all = Object.fromEntries(names.map((name) => [name, done()]));
    expect(find(all).nextAt).toBeNull();
    expect(find({ ...all, "ad-accounts:unlink": failed(2) })).toEqual({
      due: [],
      nextAt: new Date(now.getTime() + toRetryMs(2)),
    });
  });

  it("always comes to its end, whatever fails how often", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (outcomes) => {
        const states: Record<string, StepState> = {};
        let at = now;
        let rounds = 0;
        for (; rounds < 400; rounds += 1) {
          const { due, nextAt } = find(states, at);
          if (nextAt === null) break;
          for (const [index, name] of due.entries())
            states[name] = outcomes[(rounds + index) % outcomes.length]
              ? done(at)
              : failed((states[name]?.attempts ?? 0) + 1, at);
          if (due.length === 0) at = nextAt;
        }
        expect(rounds).toBeLessThan(400);
      }),
    );
  });

  it("waits minutes at first and six hours at most", () => {
    expect(toRetryMs(1)).toBe(120_000);
    expect(toRetryMs(50)).toBe(6 * 3_600_000);
  });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { fetchFairly } from "./fair-fetch.ts";

/** A queue in memory: `merchants` names whose each job is, in the order in which they came. */
function openQueue(merchants: readonly (string | null)[]) {
  const waiting = merchants.map((groupId, index) => ({
    id: `job_${index}`,
    data: {},
    retryCount: 0,
    groupId,
  }));
  let fetches = 0;
  const take = fetchFairly(async (count, except) => {
    fetches += 1;
    const isFree = ({ groupId }: (typeof waiting)[number]) => groupId === null || !except.includes(groupId);
    const taken = waiting.filter(isFree).slice(0, count);
    for (const job of taken) waiting.splice(waiting.indexOf(job), 1);
    return taken;
  });
  return { take, countFetches: () => fetches };
}

it("a merchant's one job comes after one turn of whoever queued many before", async () => {
  const { take } = openQueue([...Array<string>(50).fill("mer_many"), "mer_one", "mer_two"]);
  const order: (string | null | undefined)[] = [];
  for (let turn = 0; turn < 5; turn += 1) order.push(...(await take(1)).map(({ groupId }) => groupId));
  expect(order).toEqual(["mer_many", "mer_one", "mer_two", "mer_many", "mer_many"]);
});

it("a merchant alone fills all slots, and one fetch is enough while nobody waits", async () => {
  const { take, countFetches } = openQueue(Array<string>(6).fill("mer_many"));
  expect(await take(4)).toHaveLength(4);
  expect(await take(4)).toHaveLength(2);
  const before = countFetches();
  expect(await take(4)).toEqual([]);
  expect(countFetches()).toBe(before + 1);
});

it("every job is taken once, and no merchant has a second turn before all that waited had one", async () => {
  const merchant = fc.constantFrom("mer_1", "mer_2", "mer_3", "mer_4", null);
  await fc.assert(
    fc.asyncProperty(fc.array(merchant, { maxLength: 40 }), async (merchants) => {
      const { take } = openQueue(merchants);
      const taken: string[] = [];
      const turns: string[] = [];
      for (let jobs = await take(1); jobs.length > 0; jobs = await take(1)) {
        taken.push(...jobs.map(({ id }) => id));
        turns.push(...jobs.flatMap(({ groupId }) => groupId ?? []));
      }
      expect(new Set(taken).size).toBe(merchants.length);
      const left = (name: string) => merchants.filter((one) => one === name).length;
      // As long as two merchants have jobs, neither is ever ahead of the other by more than a turn.
      for (const [one, other] of [
        ["mer_1", "mer_2"],
        ["mer_3", "mer_4"],
      ] as const) {
        const shared = Math.min(left(one), left(other));
        let ahead = 0;
        let counted = 0;
        for (const name of turns) {
          if (name !== one && name !== other) continue;
          ahead += name === one ? 1 : -1;
          counted += 1;
          if (counted <= shared) expect(Math.abs(ahead)).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});

import { expect, it } from "vitest";
import { makeDueWork } from "./due-work.ts";
import { makeLog } from "./log.ts";

type Item = { lane: "fast" | "slow"; merchantId: string; nth: number };

/** A table in memory, and work that the test ends by hand. */
function openTable(due: Item[], slots: number) {
  const started: Item[] = [];
  const given: Item[] = [];
  const ends = new Map<Item, () => void>();
  const changed: (() => void)[] = [];
  const work = makeDueWork<Item["lane"], Item>({
    log: makeLog("silent"),
    name: "things",
    lanes: ["fast", "slow"],
    slots,
    lookMs: 1,
    async claim(free, busy) {
      return free.flatMap(({ lane, count }) => {
        const rows = due.filter(
          (item) =>
            item.lane === lane &&
            !busy.some((one) => one.lane === lane && one.merchantId === item.merchantId),
        );
        const taken = rows.slice(0, count);
        for (const item of taken) due.splice(due.indexOf(item), 1);
        return taken;
      });
    },
    run(item) {
      started.push(item);
      for (const resolve of changed.splice(0)) resolve();
      return new Promise((resolve) => ends.set(item, resolve));
    },
    giveBack: async (item) => void given.push(item),
  });
  return {
    work,
    started,
    given,
    end: (item: Item | undefined) => item && ends.get(item)?.(),
    async until(isTrue: () => boolean) {
      while (!isTrue()) await new Promise<void>((resolve) => changed.push(resolve));
    },
  };
}

const items = (lane: Item["lane"], merchantId: string, count: number): Item[] =>
  Array.from({ length: count }, (_, nth) => ({ lane, merchantId, nth }));

it("gives one merchant a quarter of a lane's slots at most, and the others theirs meanwhile", async () => {
  const table = openTable([...items("fast", "large", 20), ...items("fast", "small", 2)], 8);
  table.work.start();
  await table.until(() => table.started.some(({ merchantId }) => merchantId === "small"));
  expect(table.started.filter(({ merchantId }) => merchantId === "large")).toHaveLength(2);
  await table.until(() => table.started.length === 4);
  table.end(table.started[0]);
  await table.until(() => table.started.length === 5);
  expect(table.started[4]).toMatchObject({ merchantId: "large", nth: 2 });
  for (const item of table.started) table.end(item);
  await table.work.stop();
});

it("goes on in one lane while nothing of another ends", async () => {
  const table = openTable([...items("slow", "one", 3), ...items("fast", "two", 3)], 1);
  table.work.start();
  await table.until(() => table.started.length === 2);
  for (const nth of [0, 1]) {
    table.end(table.started.find((item) => item.lane === "fast" && item.nth === nth));
    await table.until(() => table.started.some((item) => item.lane === "fast" && item.nth === nth + 1));
  }
  expect(table.started.filter(({ lane }) => lane === "slow")).toHaveLength(1);
  for (const item of table.started) table.end(item);
  await table.work.stop();
});

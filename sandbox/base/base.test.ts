import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkBody } from "./check-body.ts";
import { parseDuration } from "./clock.ts";
import { openMemory } from "./memory.ts";
import { html } from "./page.ts";
import { seededRandom } from "./random.ts";
import { makeRateLimit } from "./rate-limit.ts";
import { makeRequestPool } from "./request-pool.ts";
import { makeScheduler } from "./scheduler.ts";

test("the same key words give the same random stream, other words another", () => {
  const draw = (...words: (string | number)[]) => Array.from({ length: 5 }, seededRandom(...words).next);
  expect(draw("seed", "clicks", 7)).toEqual(draw("seed", "clicks", 7));
  expect(draw("seed", "clicks", 7)).not.toEqual(draw("seed", "clicks", 8));
  expect(draw("ab", "c")).not.toEqual(draw("a", "bc"));
});

test("rare outcomes happen as often as expected", () => {
  for (const mean of [0.05, 3, 200]) {
    let sum = 0;
    for (let index = 0; index < 4_000; index += 1) sum += seededRandom("fair", mean, index).poisson(mean);
    expect(sum / 4_000 / mean).toBeGreaterThan(0.85);
    expect(sum / 4_000 / mean).toBeLessThan(1.15);
  }
});

test("scheduled events run once, in the order of time, then of name", () => {
  const schedule = fc.record({
    at: fc.integer({ min: 0, max: 20 }),
    key: fc.constantFrom("a", "b", "c", "d", "e"),
  });
  fc.assert(
    fc.property(fc.array(schedule, { maxLength: 30 }), fc.integer({ min: 0, max: 20 }), (plans, until) => {
      const scheduler = makeScheduler(openMemory(null));
      const happened: string[] = [];
      scheduler.on<string>("kind", (key, at) => happened.push(`${at.getTime() + 100}${key}`));
      const last = new Map<string, number>();
      for (const { at, key } of plans) {
        scheduler.schedule(new Date(at), "kind", key, key);
        last.set(key, at);
      }
      scheduler.run(new Date(until));
      const due = [...last].filter(([, at]) => at <= until).map(([key, at]) => `${at + 100}${key}`);
      expect(happened).toEqual(due.sort());
      scheduler.run(new Date(until));
      expect(happened.length).toBe(due.length);
    }),
  );
});

test("a cancelled event does not run", () => {
  const scheduler = makeScheduler(openMemory(null));
  const happened: string[] = [];
  scheduler.on<string>("kind", (key) => happened.push(key));
  scheduler.schedule(new Date(5), "kind", "a", "a");
  scheduler.cancel("kind", "a");
  scheduler.run(new Date(9));
  expect(happened).toEqual([]);
});

test("the pool limits concurrent calls, and draining waits for the calls they start", async () => {
  const requestPool = makeRequestPool(3);
  let concurrent = 0;
  let peak = 0;
  let done = 0;
  const call = async () => {
    concurrent += 1;
    peak = Math.max(peak, concurrent);
    await new Promise((resolve) => setImmediate(resolve));
    concurrent -= 1;
    done += 1;
  };
  for (let index = 0; index < 20; index += 1)
    void requestPool.run(call).then(() => (index === 19 ? requestPool.run(call) : undefined));
  await requestPool.drain();
  expect([peak, done]).toEqual([3, 21]);
});

test("a bucket refuses above its capacity and says when to come back", () => {
  let now = 0;
  const bucket = makeRateLimit({ capacity: 2, leakPerSecond: 1, now: () => now });
  expect([bucket.take("a").allowed, bucket.take("a").allowed, bucket.take("b").allowed]).toEqual([
    true,
    true,
    true,
  ]);
  expect(bucket.take("a")).toMatchObject({ allowed: false, retryAfterSeconds: 1, remaining: 0 });
  now = 1_000;
  expect(bucket.take("a").allowed).toBe(true);
});

test("each kind of problem in a body is reported separately", () => {
  const shape = z.strictObject({
    name: z.string().max(3),
    kind: z.enum(["a", "b"]),
    deep: z.strictObject({ n: z.number() }),
  });
  const result = checkBody(shape, { name: "long", kind: "c", deep: { n: "1", m: 2 }, colour: 1 });
  const kinds = result.ok ? [] : result.problems.map(({ field, kind }) => `${field} ${kind}`).sort();
  expect(kinds).toEqual(["colour unknown", "deep.m unknown", "deep.n type", "kind enum", "name range"]);
  const empty = checkBody(shape, {});
  expect(empty.ok ? [] : empty.problems.map(({ kind }) => kind)).toEqual(["missing", "missing", "missing"]);
});

test("durations are parsed, nonsense is not", () => {
  expect(["PT1H", "P30D", "P1W", "P1DT1M", "90", 1.5].map(parseDuration)).toEqual([
    3_600_000, 2_592_000_000, 604_800_000, 86_460_000, 90_000, 1_500,
  ]);
  expect(["", "P", "PT0S", "soon", "1H", -5, null, Number.NaN].map(parseDuration)).toEqual(
    Array(8).fill(null),
  );
});

test("text in a page is escaped", () => {
  expect(html`<p title="${'"<b>'}">${"<script>"}${[html`<i>${"&"}</i>`, null]}</p>`.text).toBe(
    '<p title="&quot;&lt;b&gt;">&lt;script&gt;<i>&amp;</i></p>',
  );
});

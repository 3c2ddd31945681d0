import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Db } from "#base/server/db/db.ts";
import { ClickRecorderFull, makeClickRecorder } from "./click-recorder.ts";
import type { Click } from "./pending-clicks.store.ts";

/** A database whose every flush is completed by the test. */
function slowDb() {
  const flushes: { clicks: Click[]; end: PromiseWithResolvers<number> }[] = [];
  const run = (query: { values: unknown[] }) => {
    const end = Promise.withResolvers<number>();
    flushes.push({ clicks: JSON.parse(String(query.values[1])) as Click[], end });
    return end.promise;
  };
  return { db: { run } as unknown as Db, flushes };
}

const aClick = (name: string): Click => ({
  merchant_id: "mer_1",
  clicked_at: "2026-11-21T09:00:00.000Z",
  click_id: name,
  link_id: "10000001",
  campaign_id: "cmp_1",
  ad_group_id: "adg_1",
  ad_id: "ad_1",
  method: "GET",
  address_hash: "",
  user_agent: "",
  referrer_host: "",
  accept_language: "",
  purpose: "",
  nth_in_minute: 1,
  visitor: "person",
  why: "browser",
  rule_version: 1,
  platform_click: "",
  visitor_key: "",
  network: "",
  links_at_once: 1,
  city: "riyadh",
  device: "iphone",
  app: "snapchat",
});
const nextTick = () => new Promise(setImmediate);

describe("the click recorder", () => {
  it("responds to nobody before their click is committed, and to each by the result of their own flush", async () => {
    const bursts = fc.array(fc.record({ arrivals: fc.integer({ min: 0, max: 5 }), commits: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(bursts, async (steps) => {
        const { db, flushes } = slowDb();
        const recorder = makeClickRecorder(db, () => {});
        const answered = new Map<string, "committed" | "failed">();
        const fate = new Map<string, "committed" | "failed">();
        let created = 0;
        let ended = 0;
        const endOne = async (commits: boolean) => {
          const flush = flushes[ended];
          if (!flush) return;
          ended += 1;
          for (const { click_id } of flush.clicks) fate.set(click_id, commits ? "committed" : "failed");
          if (commits) flush.end.resolve(1);
          else flush.end.reject(new Error("disk full"));
          await nextTick();
          await nextTick();
        };
        for (const { arrivals, commits } of steps) {
          for (let count = 0; count < arrivals; count += 1) {
            created += 1;
            const name = `click ${created}`;
            recorder.record(aClick(name)).then(
              () => answered.set(name, "committed"),
              () => answered.set(name, "failed"),
            );
          }
          await nextTick();
          expect(flushes.length - ended).toBeLessThanOrEqual(1);
          expect(answered).toEqual(fate);
          await endOne(commits);
          expect(answered).toEqual(fate);
        }
        while (ended < flushes.length) await endOne(true);
        expect(answered.size).toBe(created);
        expect(flushes.flatMap(({ clicks }) => clicks).length).toBe(created);
      }),
      { numRuns: 60 },
    );
  });

  it("writes all waiting clicks in one flush", async () => {
    const { db, flushes } = slowDb();
    const recorder = makeClickRecorder(db, () => {});
    const first = recorder.record(aClick("first"));
    await nextTick();
    const others = Array.from({ length: 40 }, (_, index) => recorder.record(aClick(`other ${index}`)));
    flushes[0]?.end.resolve(1);
    await first;
    await nextTick();
    expect(flushes.map(({ clicks }) => clicks.length)).toEqual([1, 40]);
    flushes[1]?.end.resolve(1);
    await Promise.all(others);
  });

  it("refuses instead of buffering without limit when the database hangs", async () => {
    const { db } = slowDb();
    const recorder = makeClickRecorder(db, () => {});
    const results = Array.from({ length: 22_000 }, () =>
      recorder.record(aClick("click")).catch((error) => error),
    );
    expect(await results.at(-1)).toBeInstanceOf(ClickRecorderFull);
  });
});

import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HalfMark } from "../domain/halves.ts";
import { addHalfVisits, addVisits, type HalfVisits, type VisitDay } from "./visits.store.ts";

type Page = { merchantId: string; pageId: string };
type Visit = Page & { act: "view" | "tap"; visitor: "person" | "bot" };

/** A killed process loses what it counted since: at most this long of views. */
const flushMs = 2_000;

/**
 * Counts views and taps in memory, and adds them to the database together: a visit waits for no write, and pages that many
 * read are no row that all wait for.
 */
export function makeVisitCounter({ db, worldClock, log }: { db: Db; worldClock: Clock; log: Log }) {
  let days = new Map<string, VisitDay>();
  let halves = new Map<string, HalfVisits>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function wait() {
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  function findDay({ merchantId, pageId }: Page): VisitDay {
    const day = toRiyadhDay(worldClock.now());
    const key = `${merchantId} ${pageId} ${day}`;
    const none = { views: 0, taps: 0, bot_views: 0, bot_taps: 0 };
    const counted = days.get(key) ?? { merchant_id: merchantId, page_id: pageId, day, ...none };
    days.set(key, counted);
    return counted;
  }

  /** Adds what waits; what could not be written is counted with the next. */
  async function write() {
    const [sentDays, sentHalves] = [days, halves];
    [days, halves] = [new Map(), new Map()];
    try {
      await db.transaction(async (tx) => {
        await addVisits(tx, [...sentDays.values()]);
        await addHalfVisits(tx, [...sentHalves.values()]);
      });
    } catch (error) {
      log.error({ err: error }, "visits of landing pages could not be counted; trying again");
      for (const [key, day] of sentDays)
        mergeInto(days, key, day, ["views", "taps", "bot_views", "bot_taps"]);
      for (const [key, visits] of sentHalves) mergeInto(halves, key, visits, ["visitors", "tapped"]);
      wait();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(write);
    return running;
  }

  return {
    count({ act, visitor, ...page }: Visit): void {
      const day = findDay(page);
      if (visitor === "person") day[act === "view" ? "views" : "taps"] += 1;
      else day[act === "view" ? "bot_views" : "bot_taps"] += 1;
      wait();
    },
    /** A visitor who was shown a half for the first time, or tapped its order button for the first time. */
    countHalf({ merchantId, pageId }: Page, { version, half }: HalfMark, what: "visitors" | "tapped"): void {
      const key = `${merchantId} ${pageId} ${version}${half}`;
      const names = { merchant_id: merchantId, page_id: pageId, version, half };
      const counted = halves.get(key) ?? { ...names, visitors: 0, tapped: 0 };
      counted[what] += 1;
      halves.set(key, counted);
      wait();
    },
    flush,
  };
}

/** Adds the counts of `entry` to those that stand under its key by now. */
function mergeInto<Name extends string, Entry extends Record<Name, number>>(
  into: Map<string, Entry>,
  key: string,
  entry: Entry,
  names: readonly Name[],
): void {
  const known = into.get(key);
  if (!known) into.set(key, entry);
  else for (const name of names) Object.assign(known, { [name]: known[name] + entry[name] });
}

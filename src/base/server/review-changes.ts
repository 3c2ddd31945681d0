import type { Clock } from "./clock.ts";
import { type Context, systemTxContext } from "./context.ts";
import type { Db } from "./db/db.ts";
import type { Log } from "./log.ts";

/** Up to when everything was reviewed, by the review's name: the store of the module whose events they are. */
export type ReviewStore = {
  /** The beginning of time before the first review. */
  loadReviewedUntil(db: Db, name: string): Promise<Date>;
  saveReviewedUntil(db: Db, review: { name: string; reviewed_until: Date }): Promise<void>;
};

type Deps = { store: ReviewStore; systemClock: Clock; log: Log };
export type ReviewedChange = { merchant_id: string; changed_at: Date };
/** What changed after a place, or at its time with a greater id, up to `until`, by the system clock. */
export type ReviewPage = { after: { changedAt: Date; id: string }; until: Date; size: number };

/** Something that another module reports, looked through for what its event did not carry out. */
export type Review<Change extends ReviewedChange> = {
  /** Its place is stored under this name. */
  name: string;
  /** In the order of their changes. */
  list(db: Db, page: ReviewPage): Promise<Change[]>;
  getId(change: Change): string;
  /** Must change nothing when it was carried out before. */
  carryOut(ctx: Context, change: Change): Promise<void>;
};

const minuteMs = 60_000;
/** Events are younger than this when they are delivered: the review leaves them to the subscription. */
const graceMs = minuteMs;
/** A change may be recorded later than its time says. */
const overlapMs = 10 * minuteMs;
const batchSize = 500;

/**
 * Carries out what changed since the last review, each in a transaction of its own. One that fails is alarmed, stops
 * nothing else, and is reviewed again. `now` is business time.
 */
export const reviewChanges =
  ({ store, systemClock, log }: Deps) =>
  async <Change extends ReviewedChange>(
    db: Db,
    review: Review<Change>,
    { now }: { now: Date },
  ): Promise<void> => {
    const { name, getId, carryOut } = review;
    const until = new Date(systemClock.now().getTime() - graceMs);
    const reviewed = await store.loadReviewedUntil(db, name);
    let firstFailed: Date | null = null;
    for await (const change of listChanges(db, review, { reviewed, until })) {
      try {
        await db.transaction((tx) => carryOut(systemTxContext(tx, change.merchant_id, now), change));
      } catch (error) {
        log.error(
          { err: error, alarm: "not_carried_out", review: name, id: getId(change) },
          "a review failed",
        );
        firstFailed ??= change.changed_at;
      }
    }
    if (until > reviewed) await store.saveReviewedUntil(db, { name, reviewed_until: firstFailed ?? until });
  };

async function* listChanges<Change extends ReviewedChange>(
  db: Db,
  { list, getId }: Pick<Review<Change>, "list" | "getId">,
  { reviewed, until }: { reviewed: Date; until: Date },
) {
  let after = { changedAt: new Date(Math.max(0, reviewed.getTime() - overlapMs)), id: "" };
  for (;;) {
    const page = await list(db, { after, until, size: batchSize });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < batchSize) return;
    after = { changedAt: last.changed_at, id: getId(last) };
  }
}

import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import type { AttributeOrdersDeps } from "./attribute-orders.ts";
import { checkUnopened } from "./check-unopened.ts";
import { type IssueCouponDeps, issueCoupon, withdrawCoupon } from "./issue-coupon.ts";
import { makeMonths } from "./make-months.ts";
import { restateClicks } from "./restate-clicks.ts";
import { rollUpClicks } from "./roll-up-clicks.ts";
import { issueCouponJob, withdrawCouponJob } from "./tracking.job-definitions.ts";

/** Hourly, because in a rehearsal the business clock may run far ahead of the system's. */
export const makeMonthsJob = defineJob({
  name: "tracking-make-months",
  input: z.object({}),
  schedule: "7 * * * *",
  retries: 3,
});

/** Does something only after a new rule version. */
export const restateClicksJob = defineJob({
  name: "tracking-restate-clicks",
  input: z.object({}),
  schedule: "41 3 * * *",
  retries: 3,
  expireSeconds: 3_600,
});

/** Often, because figures of today are read today. */
export const checkUnopenedJob = defineJob({
  name: "tracking-check-unopened",
  input: z.object({}),
  schedule: "*/15 * * * *",
  retries: 1,
  expireSeconds: 900,
});

type Deps = AttributeOrdersDeps & IssueCouponDeps & { db: Db; log: Log; worldClock: Clock };

/** For clicks whose process was killed before it counted them. */
export const rollUpClicksJob = defineJob({
  name: "tracking-roll-up-clicks",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 1,
});

/** They work on the clicks of all merchants, each merchant's in transactions of its own. */
export function trackingJobs(deps: Deps): JobHandler[] {
  const { db, log, worldClock, stores } = deps;
  const issue = issueCoupon(deps);
  const withdraw = withdrawCoupon(deps);
  const restate = restateClicks({ stores });
  const check = checkUnopened({ stores });
  return [
    handleJob(makeMonthsJob, () => makeMonths(db, { now: worldClock.now() })),
    handleJob(restateClicksJob, (_input, signal) => restate(db, { now: worldClock.now(), signal })),
    handleJob(issueCouponJob, ({ merchant_id, coupon_id }) =>
      issue(systemContext(db, merchant_id, worldClock.now()), { couponId: coupon_id }),
    ),
    handleJob(withdrawCouponJob, ({ merchant_id, coupon_id }) =>
      withdraw(systemContext(db, merchant_id, worldClock.now()), { couponId: coupon_id }),
    ),
    handleJob(rollUpClicksJob, (_input, signal) => rollUpClicks(db, { signal, log })),
    handleJob(checkUnopenedJob, () => check(db, { now: worldClock.now() })),
  ];
}

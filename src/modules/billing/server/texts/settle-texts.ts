import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { messagesEvents } from "#modules/messages/contract/messages.events.ts";
import { releaseStock, settleStock } from "../stock/finish-reservation.ts";
import { listDueTextCharges, takeTextCharge, waitForReport } from "./text-charges.store.ts";

type Deps = { systemClock: Clock };

/** Some vendors report nothing: a text that they accepted counts as delivered after a day. */
const reportedWithinMs = 86_400_000;
const batchSize = 500;

const settleTextsJob = defineJob({
  name: "billing.settle-texts",
  input: z.object({}),
  schedule: "*/10 * * * *",
  retries: 0,
  concurrency: 1,
});

/** What becomes of texts settles their units, whatever the order in which it is heard. */
export const textsSubscriptions = ({ systemClock }: Deps): Subscription[] => [
  subscribe({
    name: "billing.counted-texts",
    to: pickEvents(messagesEvents, "messages.text_advanced"),
    async handle(ctx, { key, state, parts }) {
      if (state === "sent") {
        const settleAt = new Date(systemClock.now().getTime() + reportedWithinMs);
        await waitForReport(ctx, { key, parts, settleAt });
      } else await endCharge(ctx, { key, parts, isDelivered: state !== "failed" });
    },
  }),
];

/** A delivered text takes what it was billed as, and never more than was set aside; one that failed takes nothing. */
async function endCharge(
  ctx: Context,
  { key, parts, isDelivered }: { key: string; parts: number | null; isDelivered: boolean },
): Promise<void> {
  const charge = await takeTextCharge(ctx, key);
  if (!charge) return;
  const { reservation_id: reservation, units } = charge;
  if (!isDelivered) return releaseStock(ctx, { reservation });
  await settleStock(ctx, { reservation, units: Math.min(units, parts ?? charge.parts ?? units) });
}

export const textsJobs = (deps: Deps & { db: Db; worldClock: Clock; log: Log }): JobHandler[] => [
  handleJob(settleTextsJob, () => settleDueTexts(deps)),
];

/** The oldest of all merchants first, each in a transaction of its own, so that one that fails holds up nobody. */
export async function settleDueTexts({
  db,
  systemClock,
  worldClock,
  log,
}: Deps & { db: Db; worldClock: Clock; log: Log }): Promise<void> {
  const due = await listDueTextCharges(db, { at: systemClock.now(), size: batchSize });
  for (const { merchant_id, text_key: key } of due) {
    try {
      await db.transaction((tx) =>
        endCharge(systemTxContext(tx, merchant_id, worldClock.now()), {
          key,
          parts: null,
          isDelivered: true,
        }),
      );
    } catch (error) {
      log.error({ err: error, text_key: key }, "the units of a text could not be settled");
    }
  }
}

import type { Clock } from "#base/server/clock.ts";
import { newId } from "#base/server/ids.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { subscribe } from "#base/server/subscribe.ts";
import { retentionMs } from "./notifications.jobs.ts";
import { insertNotification } from "./notifications.store.ts";
import { sourceEvents, toNotification } from "./to-notification.ts";

/** Tells merchants what happened: the one place where notifications are made. */
export function notificationsSubscriptions({ systemClock }: { systemClock: Clock }): Subscription[] {
  return [
    subscribe({
      name: "notifications.tell",
      to: sourceEvents,
      async handle(ctx, event) {
        const notification = toNotification(event);
        // The subscription begins at the first event of the history: what is past its retention is not told.
        const oldest = systemClock.now().getTime() - retentionMs;
        if (notification === null || event.published_at.getTime() < oldest) return;
        const isNew = await insertNotification(ctx, {
          ...notification,
          id: newId("ntf"),
          position: event.position,
          happenedAt: event.published_at,
        });
        if (isNew) await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
      },
    }),
  ];
}

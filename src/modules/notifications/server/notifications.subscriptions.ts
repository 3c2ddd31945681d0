import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { merchantsEvents } from "#modules/merchants/contract/merchants.events.ts";
import { messagesEvents } from "#modules/messages/contract/messages.events.ts";
import { kinds } from "../contract/kinds.ts";
import { loadChannelStates, saveChannelSetting } from "./channel-settings.store.ts";
import { retentionMs } from "./notifications.jobs.ts";
import { insertNotification, loadStart, type NewNotification } from "./notifications.store.ts";
import { deleteDevicesOfSessions } from "./push-devices.store.ts";
import { type SendDeps, sendNotification } from "./send-notification.ts";
import { sourceEvents, toNotification } from "./to-notification.ts";

type Deps = SendDeps & {
  systemClock: Clock;
  campaigns: Pick<CampaignsFacade, "sumRunningBudgets">;
};

/** What happened longer ago is not sent to anybody: an e-mail about it would be taken for news. */
const recentMs = 24 * 3_600_000;

/** Tells merchants what happened: the one place where notifications are made and sent. */
export function notificationsSubscriptions(deps: Deps): Subscription[] {
  const { systemClock } = deps;
  const send = sendNotification(deps);
  return [
    subscribe({
      name: "notifications.tell",
      to: sourceEvents,
      async handle(ctx, event) {
        const found = toNotification(event);
        const age = systemClock.now().getTime() - event.published_at.getTime();
        if (found === null || age > retentionMs) return;
        const notification = await addRunningCampaigns(deps)(ctx, found);
        const on = (await loadChannelStates(ctx))(notification.kind);
        // The subscription begins at the first event of the history, which may be long before notifications were there.
        const isOld = event.position <= (await loadStart(ctx.db));
        if (on.app) {
          const placed = { id: newId("ntf"), position: event.position, happenedAt: event.published_at };
          const isNew = await insertNotification(ctx, { ...notification, ...placed, isRead: isOld });
          if (isNew)
            await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
        }
        if (!isOld && age <= recentMs)
          await send(ctx, notification, { on, position: event.position, at: systemClock.now() });
      },
    }),
    subscribe({
      name: "notifications.sessions_ended",
      to: pickEvents(merchantsEvents, "merchant.sessions_ended"),
      async handle(ctx, { session_ids }) {
        if ((await deleteDevicesOfSessions(ctx, session_ids)) > 0)
          await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
      },
    }),
    subscribe({
      name: "notifications.unsubscribed",
      to: pickEvents(messagesEvents, "messages.unsubscribed"),
      async handle(ctx, { topic, subject_id }) {
        const kind = topic === "notification" ? kinds.find((one) => one === subject_id) : undefined;
        if (!kind) return;
        await saveChannelSetting(ctx, { kind, channel: "email", isOn: false });
        await ctx.tx.publish({ name: "notifications.changed", merchant_id: ctx.actor.merchantId });
      },
    }),
  ];
}

/** Of a lost ad account: the campaigns that its platform keeps running without us, and what they may spend in a day. */
const addRunningCampaigns =
  ({ campaigns }: Pick<Deps, "campaigns">) =>
  async (ctx: Context, notification: NewNotification): Promise<NewNotification> => {
    if (notification.kind !== "ad_account_lost") return notification;
    const running = await campaigns.sumRunningBudgets(ctx, notification.subject);
    return { ...notification, campaigns: running.campaigns, amount_halalas: running.daily_budget_halalas };
  };

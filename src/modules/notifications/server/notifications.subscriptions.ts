import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { merchantsEvents } from "#modules/merchants/contract/merchants.events.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { messagesEvents } from "#modules/messages/contract/messages.events.ts";
import { maySee } from "../contract/audience.ts";
import {
  deleteSettings,
  loadChannelStates,
  type Recipient,
  saveChannelSetting,
} from "./channel-settings.store.ts";
import { retentionMs } from "./notifications.jobs.ts";
import {
  deleteOfPerson,
  insertNotification,
  loadStart,
  type NewNotification,
} from "./notifications.store.ts";
import { deleteDevicesOfSessions } from "./push-devices.store.ts";
import { actFor, parseSubscriptionId, type SendDeps, sendNotification } from "./send-notification.ts";
import { sourceEvents, toNotification } from "./to-notification.ts";

type Deps = SendDeps & {
  systemClock: Clock;
  campaigns: Pick<CampaignsFacade, "sumRunningBudgets">;
  merchants: Pick<MerchantsFacade, "listTeam">;
};

/** What happened longer ago is not sent to anybody: an e-mail about it would be taken for news. */
const recentMs = 24 * 3_600_000;

/** Tells the people of a merchant what happened: the one place where notifications are made and sent. */
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
        const people = await findRecipients(deps)(ctx, notification);
        const toStates = await loadChannelStates(ctx, people);
        // The subscription begins at the first event of the history, which may be long before notifications were there.
        const isOld = event.position <= (await loadStart(ctx.db));
        const { position } = event;
        // Events carry the system clock's time; merchants read the business's.
        const happenedAt = new Date(ctx.now.getTime() - age);
        let hasNew = false;
        for (const { personId, on } of people.map((one) => ({
          ...one,
          on: toStates(one, notification.kind),
        }))) {
          const placed = { id: newId("ntf"), personId, position, happenedAt, isRead: isOld };
          if (on.app && (await insertNotification(ctx, { ...notification, ...placed }))) hasNew = true;
          if (!isOld && age <= recentMs)
            await send(ctx, notification, { personId, on, position, at: systemClock.now() });
        }
        if (hasNew) await publishChanged(ctx);
      },
    }),
    subscribe({
      name: "notifications.member_left",
      to: pickEvents(merchantsEvents, "merchant.member_left"),
      async handle(ctx, { person_id: personId }) {
        if (personId === null) return;
        const team = await deps.merchants.listTeam(ctx);
        // Whoever was invited and joined again meanwhile keeps what is theirs.
        if (team.some((one) => one.personId === personId)) return;
        await deleteOfPerson(ctx, personId);
        await deleteSettings(ctx, personId);
      },
    }),
    subscribe({
      name: "notifications.sessions_ended",
      to: pickEvents(merchantsEvents, "merchant.sessions_ended"),
      async handle(ctx, { session_ids }) {
        if ((await deleteDevicesOfSessions(ctx, session_ids)) > 0) await publishChanged(ctx);
      },
    }),
    subscribe({
      name: "notifications.unsubscribed",
      to: pickEvents(messagesEvents, "messages.unsubscribed"),
      async handle(ctx, { topic, subject_id }) {
        const personId = ctx.actor.merchantId;
        const found = topic === "notification" ? parseSubscriptionId(subject_id, personId) : null;
        if (!found) return;
        const there = actFor(ctx, found.merchantId);
        await saveChannelSetting(there, { personId, kind: found.kind, channel: "email", isOn: false });
        await publishChanged(there);
      },
    }),
  ];
}

const publishChanged = ({ tx, actor }: Context) =>
  tx.publish({ name: "notifications.changed", merchant_id: actor.merchantId });

/** Those of the team who may see it; only the one whom it is to, where it names one. */
const findRecipients =
  ({ merchants }: Pick<Deps, "merchants">) =>
  async (ctx: Context, { kind, to }: NewNotification): Promise<Recipient[]> =>
    (await merchants.listTeam(ctx)).filter(
      ({ personId, abilities }) => (to === undefined || to === personId) && maySee(abilities, kind),
    );

/** Of a lost ad account: the campaigns that its platform keeps running without us, and what they may spend in a day. */
const addRunningCampaigns =
  ({ campaigns }: Pick<Deps, "campaigns">) =>
  async (ctx: Context, notification: NewNotification): Promise<NewNotification> => {
    if (notification.kind !== "ad_account_lost") return notification;
    const running = await campaigns.sumRunningBudgets(ctx, notification.subject);
    return { ...notification, campaigns: running.campaigns, amount_halalas: running.daily_budget_halalas };
  };

import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { type Channel, channels, isOnByDefault } from "../contract/channels.ts";
import type { Kind } from "../contract/kinds.ts";

/** The only file that writes `notifications.channel_settings` and `notifications.sendings`. */

type Setting = { kind: string; channel: string; is_on: boolean };
export type ChannelStates = Record<Channel, boolean>;

/** Whether each kind comes by each channel: what the merchant set, else the default. */
export async function loadChannelStates({ db, actor }: ReadContext): Promise<(kind: Kind) => ChannelStates> {
  const settings = await db.many<Setting>(sql`
    select kind, channel, is_on from notifications.channel_settings where merchant_id = ${actor.merchantId}`);
  const known = new Map(settings.map(({ kind, channel, is_on }) => [`${kind}:${channel}`, is_on]));
  return (kind) =>
    Object.fromEntries(
      channels.map((channel) => [channel, known.get(`${kind}:${channel}`) ?? isOnByDefault(kind, channel)]),
    ) as ChannelStates;
}

export async function saveChannelSetting(
  { tx, actor }: Context,
  { kind, channel, isOn }: { kind: Kind; channel: Channel; isOn: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into notifications.channel_settings (merchant_id, kind, channel, is_on)
    values (${actor.merchantId}, ${kind}, ${channel}, ${isOn})
    on conflict (merchant_id, kind, channel) do update set is_on = excluded.is_on`);
}

/** False when the same kind and subject went out by this channel less than six hours before `at` (system clock). */
export async function claimSending(
  { tx, actor }: Context,
  { kind, subject, channel, at }: { kind: Kind; subject: string; channel: Channel; at: Date },
): Promise<boolean> {
  const before = new Date(at.getTime() - quietMs);
  const claimed = await tx.run(sql`
    insert into notifications.sendings as last (merchant_id, kind, subject, channel, sent_at)
    values (${actor.merchantId}, ${kind}, ${subject}, ${channel}, ${at})
    on conflict (merchant_id, kind, subject, channel) do update set sent_at = excluded.sent_at
      where last.sent_at <= ${before}`);
  return claimed === 1;
}
const quietMs = 6 * 3_600_000;

/** How many subjects of a kind went out by this channel in the six hours before `at` (system clock). */
export async function countSendings(
  { db, actor }: ReadContext,
  { kind, channel, at }: { kind: Kind; channel: Channel; at: Date },
): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from notifications.sendings
    where merchant_id = ${actor.merchantId} and kind = ${kind} and channel = ${channel}
      and sent_at > ${new Date(at.getTime() - quietMs)}`);
  return n;
}

/** Those that hold nothing back any more; how many there were. */
export const deleteOldSendings = (db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> =>
  db.run(sql`
    delete from notifications.sendings where (merchant_id, kind, subject, channel) in (
      select merchant_id, kind, subject, channel from notifications.sendings
      where sent_at < ${new Date(now.getTime() - quietMs)} order by sent_at limit ${limit})`);

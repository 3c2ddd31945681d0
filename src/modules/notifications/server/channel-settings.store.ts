import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { isConcerned } from "../contract/audience.ts";
import { type Channel, channels, isOnByDefault } from "../contract/channels.ts";
import type { Kind } from "../contract/kinds.ts";

/** The only file that writes `notifications.channel_settings` and `notifications.sendings`. */

/** Somebody of the team, with what they may do. */
export type Recipient = { personId: string; abilities: readonly HeldAbility[] };
type Sending = { personId: string; kind: Kind; channel: Channel; at: Date };

type Setting = { person_id: string; kind: string; channel: string; is_on: boolean };
export type ChannelStates = Record<Channel, boolean>;

/** Whether a kind comes to one of these people by each channel: what they set, else the default of their abilities. */
export async function loadChannelStates(
  { db, actor }: ReadContext,
  people: readonly Recipient[],
): Promise<(recipient: Recipient, kind: Kind) => ChannelStates> {
  const settings = await db.many<Setting>(sql`
    select person_id, kind, channel, is_on from notifications.channel_settings
    where merchant_id = ${actor.merchantId} and person_id = any(${people.map(({ personId }) => personId)}::text[])`);
  const toKey = (personId: string, kind: string, channel: string) => `${personId}:${kind}:${channel}`;
  const known = new Map(
    settings.map(({ person_id, kind, channel, is_on }) => [toKey(person_id, kind, channel), is_on]),
  );
  return ({ personId, abilities }, kind) => {
    const concern = { isConcerned: isConcerned(abilities, kind) };
    return Object.fromEntries(
      channels.map((channel) => [
        channel,
        known.get(toKey(personId, kind, channel)) ?? isOnByDefault(kind, channel, concern),
      ]),
    ) as ChannelStates;
  };
}

export async function saveChannelSetting(
  { tx, actor }: Context,
  { personId, kind, channel, isOn }: { personId: string; kind: Kind; channel: Channel; isOn: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into notifications.channel_settings (merchant_id, person_id, kind, channel, is_on)
    values (${actor.merchantId}, ${personId}, ${kind}, ${channel}, ${isOn})
    on conflict (merchant_id, person_id, kind, channel) do update set is_on = excluded.is_on`);
}

/** False when the same kind and subject went out to this person by this channel less than six hours before `at` (system clock). */
export async function claimSending(
  { tx, actor }: Context,
  { personId, kind, subject, channel, at }: Sending & { subject: string },
): Promise<boolean> {
  const before = new Date(at.getTime() - quietMs);
  const claimed = await tx.run(sql`
    insert into notifications.sendings as last (merchant_id, person_id, kind, subject, channel, sent_at)
    values (${actor.merchantId}, ${personId}, ${kind}, ${subject}, ${channel}, ${at})
    on conflict (merchant_id, person_id, kind, subject, channel) do update set sent_at = excluded.sent_at
      where last.sent_at <= ${before}`);
  return claimed === 1;
}
const quietMs = 6 * 3_600_000;

/** How many subjects of a kind went out to this person by this channel in the six hours before `at` (system clock). */
export async function countSendings(
  { db, actor }: ReadContext,
  { personId, kind, channel, at }: Sending,
): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from notifications.sendings
    where merchant_id = ${actor.merchantId} and person_id = ${personId} and kind = ${kind} and channel = ${channel}
      and sent_at > ${new Date(at.getTime() - quietMs)}`);
  return n;
}

/** Those that hold nothing back any more; how many there were. */
export const deleteOldSendings = (db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> =>
  db.run(sql`
    delete from notifications.sendings where (merchant_id, person_id, kind, subject, channel) in (
      select merchant_id, person_id, kind, subject, channel from notifications.sendings
      where sent_at < ${new Date(now.getTime() - quietMs)} order by sent_at limit ${limit})`);

/** What somebody set here who is no member any more, and what went out to them. */
export async function deleteSettings({ tx, actor }: Context, personId: string): Promise<void> {
  await tx.run(sql`
    delete from notifications.channel_settings where merchant_id = ${actor.merchantId} and person_id = ${personId}`);
  await tx.run(sql`
    delete from notifications.sendings where merchant_id = ${actor.merchantId} and person_id = ${personId}`);
}

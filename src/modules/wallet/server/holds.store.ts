import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { HoldPurpose } from "../contract/enums.ts";

/** What money is held for: a purpose, and the id of what has it ("campaign", a campaign's id). */
export type HoldKey = { purpose: HoldPurpose; subject: string };
export type Hold = HoldKey & Row<"wallet.holds", "target_halalas" | "held_halalas" | "moves">;

/** What is held for a purpose and subject; all zero when nothing was yet. */
export async function loadHold({ tx, actor }: Context, { purpose, subject }: HoldKey): Promise<Hold> {
  const known = await tx.maybeOne<Hold>(sql`
    select purpose, subject, target_halalas, held_halalas, moves from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = ${purpose} and subject = ${subject}`);
  return known ?? { purpose, subject, target_halalas: 0, held_halalas: 0, moves: 0 };
}

/** Holds with less money than their target, oldest subject first. */
export function listShortHolds({ tx, actor }: Context): Promise<Hold[]> {
  return tx.many<Hold>(sql`
    select purpose, subject, target_halalas, held_halalas, moves from wallet.holds
    where merchant_id = ${actor.merchantId} and held_halalas < target_halalas order by subject, purpose`);
}

/** What the holds other than this one lack, in halalas. */
export async function sumOtherShortfalls(
  { db, actor }: ReadContext,
  { purpose, subject }: HoldKey,
): Promise<number> {
  const { shortfall } = await db.one<{ shortfall: number }>(sql`
    select coalesce(sum(target_halalas - held_halalas), 0)::bigint as shortfall from wallet.holds
    where merchant_id = ${actor.merchantId} and (purpose, subject) <> (${purpose}, ${subject})
      and held_halalas < target_halalas`);
  return shortfall;
}

/** What is held for each of these campaigns. */
export async function loadCampaignHolds(
  { tx, actor }: Context,
  campaignIds: readonly string[],
): Promise<Map<string, number>> {
  const holds = await tx.many<Row<"wallet.holds", "subject" | "held_halalas">>(sql`
    select subject, held_halalas from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = 'campaign'
      and subject = any(${[...campaignIds]}::text[])`);
  return new Map(holds.map(({ subject, held_halalas }) => [subject, held_halalas]));
}

/** The caller writes the ledger's entries and holds the wallet's lock, here and below. */
export async function saveHold({ tx, actor }: Context, hold: Hold): Promise<void> {
  await tx.run(sql`
    insert into wallet.holds (merchant_id, purpose, subject, target_halalas, held_halalas, moves)
    values (${actor.merchantId}, ${hold.purpose}, ${hold.subject}, ${hold.target_halalas}, ${hold.held_halalas}, ${hold.moves})
    on conflict (merchant_id, purpose, subject) do update
    set target_halalas = excluded.target_halalas, held_halalas = excluded.held_halalas, moves = excluded.moves`);
}

/** What is left of the campaigns' holds after spend was taken from them, by campaign. */
export async function saveCampaignHolds(
  { tx, actor }: Context,
  held: ReadonlyMap<string, number>,
): Promise<void> {
  if (held.size === 0) return;
  await tx.run(sql`
    update wallet.holds set held_halalas = input.held
    from unnest(${[...held.keys()]}::text[], ${[...held.values()]}::bigint[]) as input (campaign_id, held)
    where merchant_id = ${actor.merchantId} and purpose = 'campaign' and subject = input.campaign_id`);
}

/** The subject's name as the statement shows it. */
export async function saveHoldTitle(
  { tx, actor }: Context,
  { purpose, subject }: HoldKey,
  title: string,
): Promise<void> {
  await tx.run(sql`
    update wallet.holds set title = ${title}
    where merchant_id = ${actor.merchantId} and purpose = ${purpose} and subject = ${subject} and title <> ${title}`);
}

import type { Context } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { HoldPurpose } from "../contract/enums.ts";
import type { HoldExplanation } from "../contract/hold-explanation.ts";
import { type Save, transferAll } from "./ledger.ts";

/** What money is held for: a purpose, and the id of what has it ("campaign", a campaign's id). */
export type HoldKey = { purpose: HoldPurpose; subject: string };
export type HoldDetails = { title: string; explanation: HoldExplanation | null };
export type Hold = HoldKey & Row<"wallet.holds", "target_halalas" | "held_halalas" | "moves">;

/** What is held for a purpose and subject; all zero, and without a title, when nothing was yet. */
export async function loadHold(
  { tx, actor }: Context,
  { purpose, subject }: HoldKey,
): Promise<Hold & HoldDetails> {
  const hold = sql`
    select purpose, subject, target_halalas, held_halalas, moves, title, explanation from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = ${purpose} and subject = ${subject}`;
  const known = await tx.maybeOne<Hold & HoldDetails>(prepared("wallet.hold", hold));
  const none = { target_halalas: 0, held_halalas: 0, moves: 0, title: "", explanation: null };
  return known ?? { purpose, subject, ...none };
}

/** The holds of these campaigns, and every hold with less money than its target; oldest subject first. */
export function listHoldsToSettle({ tx, actor }: Context, campaignIds: readonly string[]): Promise<Hold[]> {
  const holds = sql`
    select purpose, subject, target_halalas, held_halalas, moves from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = 'campaign' and subject = any(${campaignIds}::text[])
    union
    select purpose, subject, target_halalas, held_halalas, moves from wallet.holds
    where merchant_id = ${actor.merchantId} and held_halalas < target_halalas
    order by subject, purpose`;
  return tx.many<Hold>(prepared("wallet.holds_to_settle", holds));
}

/** Saves holds with the transfers that change them. The caller holds the wallet's lock, here and below. */
export function toSaveHolds({ actor }: Context, holds: readonly Hold[]): Save[] {
  if (holds.length === 0) return [];
  const column = (read: (hold: Hold) => string | number) => holds.map(read);
  const statement = sql`
    insert into wallet.holds (merchant_id, purpose, subject, target_halalas, held_halalas, moves)
    select ${actor.merchantId}, purpose, subject, target, held, moves
    from unnest(${column(({ purpose }) => purpose)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(({ target_halalas }) => target_halalas)}::bigint[],
      ${column(({ held_halalas }) => held_halalas)}::bigint[], ${column(({ moves }) => moves)}::bigint[])
      as input (purpose, subject, target, held, moves)
    on conflict (merchant_id, purpose, subject) do update
    set target_halalas = excluded.target_halalas, held_halalas = excluded.held_halalas, moves = excluded.moves`;
  return [{ name: "holds", statement }];
}

/** The same alone, where the caller writes the ledger's entries. */
export const saveHolds = (ctx: Context, holds: readonly Hold[]): Promise<void> =>
  transferAll(ctx, [], toSaveHolds(ctx, holds));

/** The subject's name as the statement shows it, and why so much is held. */
export async function saveHoldDetails(
  { tx, actor }: Context,
  { purpose, subject }: HoldKey,
  { title, explanation }: HoldDetails,
): Promise<void> {
  const json = explanation === null ? null : JSON.stringify(explanation);
  await tx.run(sql`
    update wallet.holds set title = ${title}, explanation = ${json}::jsonb
    where merchant_id = ${actor.merchantId} and purpose = ${purpose} and subject = ${subject}
      and (title, explanation) is distinct from (${title}, ${json}::jsonb)`);
}

import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { formatRiyals, type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { available, reserved } from "../domain/accounts.ts";
import { checkLowBalance } from "./available-balance.ts";
import { hasCard } from "./cards.store.ts";
import { loadBalance, lockWallet, transfer } from "./ledger.ts";
import { loadOwed, settleReceivables } from "./receivables.ts";

/** Cards expire by the system clock. */
type Deps = { systemClock: Clock };
type Reserve = { campaign_id: string; target_halalas: number; held_halalas: number; moves: number };
/** `title` is the campaign's name as the merchant wrote it; the statement shows it. */
export type ReserveInput = { campaign_id: string; amount_halalas: number; title: string };

/**
 * Sets a campaign's reserve to a target amount; the same target again moves nothing. To grow, or to start a campaign
 * with what the reserve holds, the merchant needs a saved card (`wallet.card_required`) and available balance beyond
 * what is owed and what other reserves lack (`wallet.balance_not_enough`, with the missing amount). To shrink needs
 * nothing; released money settles what is owed first.
 */
export const setReserve =
  (deps: Deps) =>
  async (ctx: Context, { campaign_id, amount_halalas, title }: ReserveInput): Promise<void> => {
    const { merchantId } = ctx.actor;
    const target = halalas(amount_halalas);
    if (target < 0) throw new RangeError("a reserve is never below zero");
    await lockWallet(ctx);
    await settleReceivables(ctx);
    const reserve = await loadReserve(ctx, campaign_id);
    const growth = halalas(target - reserve.held_halalas);
    const isLowered = target < reserve.target_halalas;
    if (growth > 0 || (target > 0 && !isLowered)) await requireFunds(deps, ctx, campaign_id, growth);
    await moveReserve(ctx, { ...reserve, target_halalas: target }, growth);
    if (growth < 0) {
      await settleReceivables(ctx);
      await refillReserves(ctx);
    }
    await ctx.tx.run(sql`
      update wallet.reserves set title = ${title}
      where merchant_id = ${merchantId} and campaign_id = ${campaign_id} and title <> ${title}`);
    await checkLowBalance(ctx);
    if (target !== reserve.target_halalas) await recordTarget(ctx, reserve, target);
    if (growth !== 0)
      await ctx.tx.publish({ name: "wallet.reserve_changed", merchant_id: merchantId, campaign_id });
  };

/** What a campaign may cost at worst is a money guard: who set it is kept. What it holds is in the ledger. */
function recordTarget(ctx: Context, { campaign_id, target_halalas }: Reserve, target: Halalas) {
  return recordAudit(ctx, {
    module: "wallet",
    action: "wallet.reserve_changed",
    subject: campaign_id,
    before: { target_halalas },
    after: { target_halalas: target },
  });
}

/**
 * Refills reserves that spend was taken from, oldest campaign first, as far as the available balance goes. The caller
 * holds the wallet's lock.
 */
export async function refillReserves(ctx: Context): Promise<void> {
  const short = await ctx.tx.many<Reserve>(sql`
    select campaign_id, target_halalas, held_halalas, moves from wallet.reserves
    where merchant_id = ${ctx.actor.merchantId} and held_halalas < target_halalas order by campaign_id`);
  if (short.length === 0) return;
  let availableHalalas: number = (await loadBalance(ctx)).available_halalas;
  for (const reserve of short) {
    const growth = Math.min(availableHalalas, reserve.target_halalas - reserve.held_halalas);
    if (growth === 0) return;
    await moveReserve(ctx, reserve, halalas(growth));
    availableHalalas -= growth;
  }
}

/** The campaign's reserve; all zero when it has none yet. */
async function loadReserve({ tx, actor }: Context, campaignId: string): Promise<Reserve> {
  const known = await tx.maybeOne<Reserve>(sql`
    select campaign_id, target_halalas, held_halalas, moves from wallet.reserves
    where merchant_id = ${actor.merchantId} and campaign_id = ${campaignId}`);
  return known ?? { campaign_id: campaignId, target_halalas: 0, held_halalas: 0, moves: 0 };
}

/**
 * Requires available balance for `growth`, beyond what is owed and what other reserves lack: new money goes there
 * first. A wallet at level `out` therefore starts nothing, and its next end of money is published again.
 */
async function requireFunds({ systemClock }: Deps, ctx: Context, campaignId: string, growth: Halalas) {
  if (!(await hasCard(ctx, systemClock.now()))) walletRefusals.refuse("wallet.card_required");
  const { available_halalas } = await loadBalance(ctx);
  const { shortfall } = await ctx.tx.one<{ shortfall: number }>(sql`
    select coalesce(sum(target_halalas - held_halalas), 0)::bigint as shortfall from wallet.reserves
    where merchant_id = ${ctx.actor.merchantId} and campaign_id <> ${campaignId} and held_halalas < target_halalas`);
  const missing = halalas(growth + shortfall + (await loadOwed(ctx)) - available_halalas);
  if (missing <= 0) return;
  walletRefusals.refuse("wallet.balance_not_enough", {
    missing: formatRiyals(missing),
    missing_halalas: missing,
  });
}

/** Moves money between available and reserved, and saves what the campaign now holds. */
async function moveReserve(ctx: Context, reserve: Reserve, growth: Halalas): Promise<void> {
  const { merchantId } = ctx.actor;
  const { campaign_id, target_halalas, held_halalas, moves } = reserve;
  const isGrowing = growth > 0;
  if (growth !== 0) {
    await transfer(ctx, {
      key: `reserve:${campaign_id}:${moves}`,
      from: isGrowing ? available(merchantId) : reserved(merchantId),
      to: isGrowing ? reserved(merchantId) : available(merchantId),
      amount: halalas(Math.abs(growth)),
      kind: isGrowing ? "reserve" : "reserve_release",
      reference: campaign_id,
      day: toRiyadhDay(ctx.now),
    });
  }
  await ctx.tx.run(sql`
    insert into wallet.reserves (merchant_id, campaign_id, target_halalas, held_halalas, moves)
    values (${merchantId}, ${campaign_id}, ${target_halalas}, ${held_halalas + growth}, ${moves + 1})
    on conflict (merchant_id, campaign_id) do update
    set target_halalas = excluded.target_halalas, held_halalas = excluded.held_halalas, moves = excluded.moves`);
}

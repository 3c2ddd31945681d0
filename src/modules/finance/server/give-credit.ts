import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { type StaffContext, type StaffTxContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { financeRefusals } from "../contract/finance.refusals.ts";
import type { CreditShown } from "../contract/merchants.calls.ts";
import { actOnMoney } from "./act.ts";
import { presentCredits } from "./credits.present.ts";
import { type Credit, insertCredit, listWaitingCredits, lockCredit, saveDecision } from "./credits.store.ts";
import type { FinanceDeps } from "./finance.deps.ts";
import { recordLook } from "./staff-acts.ts";

type Deps = Pick<FinanceDeps, "staff" | "merchants" | "wallet" | "settings">;
type CreditRequest = { merchant_id: string; amount_halalas: number; reason: string };

/** Gives credit from the platform's own money; above the limit it waits for a second member. */
export const requestCredit =
  (deps: Deps) =>
  async (ctx: StaffContext, { merchant_id, amount_halalas, reason }: CreditRequest): Promise<CreditShown> => {
    if (!(await deps.merchants.findSummary(ctx.db, merchant_id)))
      return baseRefusals.refuse("base.not_found");
    const needs_consent = amount_halalas > deps.settings.creditConsentAboveHalalas;
    const given = { state: "given" as const, decided_by: ctx.by.id, decided_at: ctx.now };
    const waiting = { state: "waiting" as const, decided_by: null, decided_at: null };
    const credit: Credit = {
      id: newId("crd"),
      merchant_id,
      amount_halalas,
      reason,
      needs_consent,
      requested_by: ctx.by.id,
      requested_at: ctx.now,
      ...(needs_consent ? waiting : given),
    };
    const action = needs_consent ? "finance.credit_requested" : "finance.credit_given";
    const details = { credit_id: credit.id, amount_halalas, reason };
    return actOnMoney(deps, ctx, { merchantId: merchant_id, action, details }, async (ctx, { tx }) => {
      await insertCredit(tx, credit);
      if (!needs_consent) await moveCredit(deps, ctx, credit);
      await recordAudit(ctx, {
        module: "finance",
        action,
        subject: credit.id,
        after: { amount_halalas, reason },
      });
      return presentOne(deps, ctx, credit);
    });
  };

/** A second member consents, and the money moves. */
export const approveCredit =
  (deps: Deps) =>
  (ctx: StaffContext, creditId: string): Promise<CreditShown> =>
    decide(deps, ctx, { creditId, state: "given" });

/** The credit is not given. Whoever requested it may take it back so. */
export const rejectCredit =
  (deps: Deps) =>
  (ctx: StaffContext, creditId: string): Promise<CreditShown> =>
    decide(deps, ctx, { creditId, state: "rejected" });

/** Credits that wait for a second member; each merchant reads that theirs was seen. */
export const listCredits = (deps: Deps & Pick<FinanceDeps, "systemClock">) => async (ctx: StaffContext) => {
  const waiting = await listWaitingCredits(ctx.db);
  const merchantIds = waiting.map(({ merchant_id }) => merchant_id);
  await recordLook(deps)(ctx, "finance.credit_viewed", merchantIds);
  return { items: await presentCredits(deps, ctx.db, waiting) };
};

type Decision = { creditId: string; state: "given" | "rejected" };

const decide = (deps: Deps, ctx: StaffContext, { creditId, state }: Decision): Promise<CreditShown> =>
  transactAsStaff(ctx, async (ctx) => {
    const credit = await lockWaiting(ctx, creditId);
    if (state === "given" && credit.requested_by === ctx.by.id) financeRefusals.refuse("finance.own_request");
    const decided: Credit = { ...credit, state, decided_by: ctx.by.id, decided_at: ctx.now };
    const { merchant_id: merchantId, amount_halalas, reason } = credit;
    const action = state === "given" ? "finance.credit_given" : "finance.credit_rejected";
    const details = { credit_id: creditId, amount_halalas, reason };
    return actOnMoney(deps, ctx, { merchantId, action, details }, async (ctx, { tx }) => {
      await saveDecision(tx, decided);
      if (state === "given") await moveCredit(deps, ctx, decided);
      const after = { amount_halalas, reason, requested_by: credit.requested_by };
      await recordAudit(ctx, { module: "finance", action, subject: creditId, after });
      return presentOne(deps, ctx, decided);
    });
  });

async function lockWaiting({ tx }: StaffTxContext, creditId: string): Promise<Credit> {
  const credit = await lockCredit(tx, creditId);
  if (!credit) return baseRefusals.refuse("base.not_found");
  return credit.state === "waiting" ? credit : financeRefusals.refuse("finance.credit_decided");
}

/** Once for a credit: its id is the ledger's key. */
const moveCredit = ({ wallet }: Deps, ctx: Context, { id, amount_halalas }: Credit): Promise<void> =>
  wallet.credit(ctx, { key: id, reference: id, amount_halalas });

async function presentOne(deps: Deps, { db }: Context, credit: Credit): Promise<CreditShown> {
  const [shown] = await presentCredits(deps, db, [credit]);
  if (!shown) throw new Error("a credit was not presented");
  return shown;
}

import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Advice, Proposal } from "../contract/advice.calls.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import { adviceMax } from "../contract/consultations-enums.ts";
import { actOnOrder } from "./act-on-order.ts";
import {
  type Acceptance,
  type AdviceRecord,
  decideAdvice,
  insertAdvice,
  listAdvice,
  lockAdvice,
} from "./advice.store.ts";
import { carryOutAdvice } from "./carry-out-advice.ts";
import { publishOrder, requireOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { findDossier } from "./dossiers.store.ts";
import { findOrder } from "./orders.store.ts";
import { readAsStaff } from "./write-message.ts";

type List = { items: Advice[] };
type Choice = { id: string; advice_id: string };

export async function showAdvice(ctx: ReadContext, id: string): Promise<List> {
  if (!(await findOrder(ctx, id))) return baseRefusals.refuse("base.not_found");
  return { items: (await listAdvice(ctx, id)).map(presentAdvice) };
}

export const showAdviceToStaff = async (ctx: StaffContext, id: string): Promise<List> =>
  showAdvice(await readAsStaff(ctx, id), id);

/** Only campaigns that the merchant shares can be advised on, once a time is confirmed. */
export const proposeAdvice =
  (deps: Pick<ConsultationsDeps, "staff">) =>
  (ctx: StaffContext, { id, proposal }: { id: string; proposal: Proposal }): Promise<List> =>
    actOnOrder(deps, ctx, { id, act: "advice_given" }, async (own) => {
      const order = await requireOrder(own, id);
      if (order.status !== "confirmed" && order.status !== "completed")
        consultationsRefusals.refuse("consultations.wrong_status");
      const campaign = (await findDossier(own, id))?.campaigns.find((one) => one.id === proposal.campaign_id);
      if (!campaign)
        return consultationsRefusals.refuse("consultations.advice_without_dossier", {}, "campaign_id");
      if ((await listAdvice(own, id)).length >= adviceMax)
        consultationsRefusals.refuse("consultations.advice_too_many", { max: adviceMax });
      const given = { order_id: id, campaign_name: campaign.name, proposed_by: ctx.by.id };
      const nothing = { to_halalas: null, rule: null, ad: null };
      await insertAdvice(own, { id: newId("csa"), ...given, ...nothing, ...proposal });
      await recordAudit(own, {
        module: "consultations",
        action: "consultations.order_advice_given",
        subject: id,
        after: { campaign_id: campaign.id, kind: proposal.kind },
      });
      await publishOrder(own, order);
      return showAdvice(own, id);
    });

/** What was proposed is carried out in the same transaction. */
export const acceptAdvice =
  (deps: Pick<ConsultationsDeps, "campaigns" | "rules">) =>
  (ctx: ReadContext, choice: Choice): Promise<List> =>
    transact(ctx, async (ctx) => {
      const advice = await requireProposed(ctx, choice);
      await decide(ctx, choice, await carryOutAdvice(deps, ctx, advice));
      return showAdvice(ctx, choice.id);
    });

export const declineAdvice = (ctx: ReadContext, choice: Choice): Promise<List> =>
  transact(ctx, async (ctx) => {
    await requireProposed(ctx, choice);
    await decide(ctx, choice, null);
    return showAdvice(ctx, choice.id);
  });

async function requireProposed(ctx: Context, { id, advice_id }: Choice): Promise<AdviceRecord> {
  await requireOrder(ctx, id);
  const advice = await lockAdvice(ctx, { orderId: id, id: advice_id });
  if (!advice) return baseRefusals.refuse("base.not_found");
  return advice.state === "proposed" ? advice : consultationsRefusals.refuse("consultations.advice_decided");
}

async function decide(ctx: Context, { id, advice_id }: Choice, accepted: Acceptance | null): Promise<void> {
  await decideAdvice(ctx, { id: advice_id, accepted });
  await recordAudit(ctx, {
    module: "consultations",
    action: accepted ? "consultations.order_advice_accepted" : "consultations.order_advice_declined",
    subject: id,
    after: { advice_id },
  });
  await publishOrder(ctx, await requireOrder(ctx, id));
}

function presentAdvice(row: AdviceRecord): Advice {
  const { id, campaign_id, campaign_name, from_halalas, to_halalas, note, expected_roas, state } = row;
  const { kind, rule, ad, made_id, accepted_on, outcome, is_kept } = row;
  const created_at = row.created_at.toISOString();
  return {
    id,
    campaign_id,
    campaign_name,
    from_halalas,
    kind,
    to_halalas,
    rule,
    ad,
    made_id,
    note,
    expected_roas,
    state,
    accepted_on,
    outcome,
    is_kept,
    created_at,
  };
}

import { recordAudit } from "#base/server/audit.ts";
import { recordConsent } from "#base/server/consents.store.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { RegisteredConsent } from "#base/server/personal-data/personal-data.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import type { Dossier } from "../contract/dossier.calls.ts";
import { publishOrder, requireOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { closeDossier, findDossier, listOpenDossiers, saveDossier } from "./dossiers.store.ts";
import { findOrder } from "./orders.store.ts";
import { readAsStaff } from "./write-message.ts";

type Deps = Pick<ConsultationsDeps, "figures" | "campaigns">;
type State = { dossier: Dossier | null };

const days = 30;
/** The costliest; more are in the totals alone. */
const campaignsMax = 200;
const open = ["created", "accepted", "confirmed"];

export async function showDossier(ctx: ReadContext, id: string): Promise<State> {
  if (!(await findOrder(ctx, id))) return baseRefusals.refuse("base.not_found");
  return { dossier: await findDossier(ctx, id) };
}

export const showDossierToStaff = async (ctx: StaffContext, id: string): Promise<State> =>
  showDossier(await readAsStaff(ctx, id), id);

/**
 * Consents until the order has ended: the last 30 days are frozen as they are known now. Withdrawing, at any time, deletes
 * what was frozen.
 */
export const decideConsent =
  (deps: Deps) =>
  async (ctx: ReadContext, { id, consents }: { id: string; consents: boolean }): Promise<State> => {
    if (!(await findOrder(ctx, id))) return baseRefusals.refuse("base.not_found");
    const content = consents ? await freeze(deps, ctx) : null;
    await transact(ctx, (ctx) => recordDecision(ctx, { id, content }));
    return showDossier(ctx, id);
  };

/** The consent with what was frozen for it; null withdraws it. */
async function recordDecision(
  ctx: Context,
  { id, content }: { id: string; content: Dossier | null },
): Promise<void> {
  const order = await requireOrder(ctx, id);
  const isGiven = content !== null;
  if (isGiven && !open.includes(order.status)) consultationsRefusals.refuse("consultations.wrong_status");
  if (isGiven) await saveDossier(ctx, { orderId: id, content });
  else await closeDossier(ctx, id);
  const action = isGiven ? "consultations.order_consented" : "consultations.order_consent_withdrawn";
  await recordAudit(ctx, { module: "consultations", action, subject: id });
  await recordConsent(ctx, { purpose: "consultation_dossier", isGiven, channel: "web", subject: id });
  await publishOrder(ctx, order);
}

/** The consents of all orders together, for the place where every consent can be withdrawn. */
export const dossierConsent: RegisteredConsent = {
  purpose: "consultation_dossier",
  isGiven: async (ctx) => (await listOpenDossiers(ctx)).length > 0,
  async withdraw(ctx) {
    for (const id of await listOpenDossiers(ctx)) await recordDecision(ctx, { id, content: null });
  },
};

/** The 30 Riyadh days before today, without any shopper. */
async function freeze({ figures, campaigns }: Deps, ctx: ReadContext): Promise<Dossier> {
  const today = toRiyadhDay(ctx.now);
  const period = { from: addDays(today, -days), to: addDays(today, -1) };
  const measures = [
    "spend_halalas",
    "orders_placed",
    "orders_delivered",
    "sales_delivered_halalas",
    "roas_delivered",
  ] as const;
  const [totals] = await figures.query(ctx, { measures, by: [], filter: period });
  const rows = await figures.query(ctx, { measures, by: ["campaign"], filter: period });
  const costliest = rows
    .toSorted((one, other) => other.spend_halalas - one.spend_halalas)
    .slice(0, campaignsMax);
  const known = await campaigns.findCampaigns(
    ctx,
    costliest.map(({ campaign_id }) => campaign_id),
  );
  const byId = new Map(known.map((campaign) => [campaign.id, campaign]));
  return {
    ...period,
    frozen_at: ctx.now.toISOString(),
    totals: totals ?? {
      spend_halalas: 0,
      orders_placed: 0,
      orders_delivered: 0,
      sales_delivered_halalas: 0,
      roas_delivered: null,
    },
    campaigns: costliest.flatMap(({ campaign_id: id, ...measured }) => {
      const campaign = byId.get(id);
      if (!campaign) return [];
      const { name, platform, status, daily_budget_halalas } = campaign;
      return [{ id, name, platform, status, daily_budget_halalas, ...measured }];
    }),
  };
}

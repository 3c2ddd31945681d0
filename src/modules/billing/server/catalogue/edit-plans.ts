import type { Db } from "#base/server/db/db.ts";
import type { StaffContext, StaffTxContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { refuseAll } from "#base/shared/refusals.ts";
import { catalogueRefusals } from "../../contract/catalogue.refusals.ts";
import type { CataloguePlan, PlanFields } from "../../contract/catalogue-plans.calls.ts";
import { findChanges } from "../../domain/find-changes.ts";
import { findPriceProblems } from "../../domain/plan-prices.ts";
import { toOpens } from "../plans.present.ts";
import {
  findPlan,
  insertPlan,
  insertPlanVersion,
  listPlans,
  type PlanRow,
  savePlan,
  savePlanPositions,
} from "../plans.store.ts";
import type { CatalogueDeps } from "./catalogue.deps.ts";
import { changeCatalogue, requireAllRevisions, requireRevision } from "./save-item.ts";

/** All plans with their newest terms. */
export const showPlans = async ({ db }: { db: Db }): Promise<{ items: CataloguePlan[] }> => ({
  items: (await listPlans(db)).map(presentPlan),
});

/** A new plan, as the largest. Refuses a code that another plan has, and prices that cannot be. */
export const createPlan =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, { code, ...fields }: PlanFields & { code: string }): Promise<CataloguePlan> =>
    changeCatalogue(ctx, async (ctx) => {
      refuseWrongPrices(fields);
      if (await findPlan(ctx.tx, code)) catalogueRefusals.refuse("billing.plan_code_taken", {}, "code");
      const { is_offered, ...terms } = fields;
      await insertPlan(ctx, { code, is_offered });
      await insertPlanVersion(ctx, { code, version: 1, terms });
      await staff.recordAct(ctx, { action: "billing.plan_created", details: { code, after: fields } });
      return loadPlan(ctx, code);
    });

type PlanChange = PlanFields & { code: string; revision: number };

/**
 * Changes a plan. Other terms are a new version, which is sold from now on; subscriptions keep theirs, renewals included.
 * Saved as it stands, nothing is written.
 */
export const changePlan =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, { code, revision, ...fields }: PlanChange): Promise<CataloguePlan> =>
    changeCatalogue(ctx, async (ctx) => {
      refuseWrongPrices(fields);
      const current = await loadPlan(ctx, code);
      requireRevision(current, revision);
      const changes = findChanges<PlanFields>(current, fields);
      if (!changes) return current;
      const { is_offered, ...terms } = fields;
      if (findChanges<typeof terms>(current, terms))
        await insertPlanVersion(ctx, { code, version: current.version + 1, terms });
      await savePlan(ctx, { code, is_offered });
      await staff.recordAct(ctx, { action: "billing.plan_changed", details: { code, ...changes } });
      return loadPlan(ctx, code);
    });

/** Orders all plans, the smallest first. Refuses an order made from other plans than stand. */
export const reorderPlans =
  ({ staff }: CatalogueDeps) =>
  (ctx: StaffContext, items: readonly { code: string; revision: number }[]) =>
    changeCatalogue(ctx, async (ctx) => {
      const { items: current } = await showPlans({ db: ctx.tx });
      const ordered = items.map(({ code: id, revision }) => ({ id, revision }));
      requireAllRevisions(current, ordered, ({ code }) => code);
      const after = items.map(({ code }) => code);
      const changes = findChanges({ codes: current.map(({ code }) => code) }, { codes: after });
      if (changes) {
        await savePlanPositions(ctx, after);
        await staff.recordAct(ctx, { action: "billing.plans_reordered", details: changes });
      }
      return showPlans({ db: ctx.tx });
    });

const refuseWrongPrices = (fields: PlanFields): void =>
  refuseAll(findPriceProblems(fields), catalogueRefusals.table);

async function loadPlan({ tx }: StaffTxContext, code: string): Promise<CataloguePlan> {
  const plan = await findPlan(tx, code);
  return plan ? presentPlan(plan) : baseRefusals.refuse("base.not_found");
}

const presentPlan = (row: PlanRow): CataloguePlan => ({
  code: row.code,
  revision: row.revision,
  version: row.version,
  is_trial: row.is_trial,
  name_ar: row.name_ar,
  name_en: row.name_en,
  description_ar: row.description_ar,
  description_en: row.description_en,
  price_1_halalas: row.price_1_halalas,
  price_3_halalas: row.price_3_halalas,
  price_6_halalas: row.price_6_halalas,
  price_12_halalas: row.price_12_halalas,
  ...toOpens(row),
  is_offered: row.is_offered,
});

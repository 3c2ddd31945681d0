import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { refuseAll } from "#base/shared/refusals.ts";
import { type ControlRuleFields, controlRuleFields } from "../contract/control-rule.ts";
import type { Mode, RuleStatus } from "../contract/enums.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";
import { checkRule, tidyRule } from "../domain/check-rule.ts";
import { computeNextRun, computeOffset } from "../domain/next-run.ts";
import {
  countRules,
  deleteRule,
  insertRule,
  lockMerchantRules,
  lockRule,
  type RuleRecord,
  rulesMax,
  updateRule,
  updateRuleState,
} from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { refuseUnsafe } from "./prove-rules.ts";

type Deps = Pick<RulesDeps, "campaigns" | "stores">;

/** The rule as it is saved; refuses everything that is wrong with it at once. */
export function toSaved(fields: ControlRuleFields): ControlRuleFields {
  const tidy = tidyRule(fields);
  refuseAll(checkRule(tidy), rulesRefusals.table);
  return tidy;
}

/** Refuses a product that is not the merchant's, or has no page that a campaign could lead to. */
export const checkProduct =
  ({ stores }: Pick<Deps, "stores">) =>
  async (ctx: ReadContext, { product_id }: ControlRuleFields): Promise<void> => {
    if (product_id === null) return;
    const [product] = await stores.findProducts(ctx, [product_id]);
    if (!product) rulesRefusals.refuse("rules.product_missing", {}, "product_id");
    if (!product?.url) rulesRefusals.refuse("rules.product_without_page", {}, "product_id");
  };

/** Saves a new rule, switched off: it is tried before it acts. */
export const createRule =
  (deps: Pick<Deps, "stores">) =>
  (ctx: ReadContext, fields: ControlRuleFields): Promise<RuleRecord> =>
    transact(ctx, async (ctx) => {
      const saved = toSaved(fields);
      await checkProduct(deps)(ctx, saved);
      await lockMerchantRules(ctx);
      if ((await countRules(ctx)) >= rulesMax)
        rulesRefusals.refuse("rules.rules_too_many", { max: rulesMax });
      const rule = await insertRule(ctx, newId("rul"), saved);
      await record(ctx, "rule.created", rule.id, { after: saved });
      return rule;
    });

/** Changes a rule. One that is on is looked at together with the others, and evaluated anew from now on. */
export const changeRule =
  (deps: Deps) =>
  (ctx: ReadContext, id: string, fields: ControlRuleFields): Promise<RuleRecord> =>
    transact(ctx, async (ctx) => {
      const saved = toSaved(fields);
      await checkProduct(deps)(ctx, saved);
      const before = await lockOwnRule(ctx, id);
      const changed = await updateRule(ctx, id, saved);
      await record(ctx, "rule.edited", id, pickChanged(before, saved));
      if (changed.status === "inactive") return changed;
      await refuseUnsafe(deps)(ctx, changed);
      return updateRuleState(ctx, id, { ...changed, next_run_at: toNextRun(ctx, changed) });
    });

/** Switches a rule on, on trial or live, or off. On, it is looked at together with the others first. */
export const setRuleStatus =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { id, status, mode }: { id: string; status: RuleStatus; mode: Mode },
  ): Promise<RuleRecord> =>
    transact(ctx, async (ctx) => {
      const before = await lockOwnRule(ctx, id);
      if (before.status === status && before.mode === mode) return before;
      const isOn = status === "active";
      const changed = await updateRuleState(ctx, id, {
        status,
        mode,
        stop_reason: null,
        next_run_at: isOn ? toNextRun(ctx, before) : null,
      });
      if (isOn) await refuseUnsafe(deps)(ctx, changed);
      await record(ctx, isOn ? "rule.switched_on" : "rule.switched_off", id, {
        before: { status: before.status, mode: before.mode },
        after: { status, mode },
      });
      return changed;
    });

export const removeRule = (ctx: ReadContext, id: string): Promise<Record<string, never>> =>
  transact(ctx, async (ctx) => {
    await lockMerchantRules(ctx);
    const rule = await deleteRule(ctx, id);
    if (!rule) return baseRefusals.refuse("base.not_found");
    await record(ctx, "rule.deleted", id, { before: controlRuleFields.parse(rule) });
    return {};
  });

async function lockOwnRule(ctx: Context, id: string): Promise<RuleRecord> {
  await lockMerchantRules(ctx);
  return (await lockRule(ctx, id)) ?? baseRefusals.refuse("base.not_found");
}

const toNextRun = (ctx: Context, rule: RuleRecord): Date =>
  computeNextRun(rule, ctx.now, computeOffset(ctx.actor.merchantId));

function pickChanged(before: ControlRuleFields, after: ControlRuleFields) {
  const names = Object.keys(after) as (keyof ControlRuleFields)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (rule: ControlRuleFields) => Object.fromEntries(changed.map((name) => [name, rule[name]]));
  return { before: pick(before), after: pick(after) };
}

async function record(
  ctx: Context,
  action: `rule.${string}`,
  subject: string,
  change: { before?: object; after?: object },
): Promise<void> {
  await recordAudit(ctx, { module: "rules", action, subject, ...change });
  await ctx.tx.publish({ name: "rules.rule_changed", merchant_id: ctx.actor.merchantId, rule_id: subject });
}

import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, prepared, sql, violatesConstraint } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold } from "#base/shared/fold.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { ControlRuleFields, FurtherCondition } from "../contract/control-rule.ts";
import type { Mode, RuleStatus, StopReason } from "../contract/enums.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";

/** The only file that writes `rules.control_rules`. */

export type RuleRecord = Omit<
  Row<"rules.control_rules">,
  "platform" | "stop_reason" | "more_conditions" | "season"
> & {
  platform: Platform | null;
  more_conditions: FurtherCondition[];
  season: SeasonKey | null;
  stop_reason: StopReason | null;
};

export const rulesMax = 100;

export function listRules({ db, actor }: ReadContext): Promise<RuleRecord[]> {
  return db.many(sql`
    select * from rules.control_rules where merchant_id = ${actor.merchantId} order by id desc limit ${rulesMax}`);
}

export function findRule({ db, actor }: ReadContext, id: string): Promise<RuleRecord | undefined> {
  return db.maybeOne(sql`
    select * from rules.control_rules where merchant_id = ${actor.merchantId} and id = ${id}`);
}

export function lockRule({ tx, actor }: Context, id: string): Promise<RuleRecord | undefined> {
  return tx.maybeOne(sql`
    select * from rules.control_rules where merchant_id = ${actor.merchantId} and id = ${id} for update`);
}

/** Another transaction that saves rules of the merchant, or acts by them, waits until this one ends. */
export async function lockMerchantRules({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`rules:${actor.merchantId}`}, 0))`);
}

export async function countRules({ db, actor }: ReadContext): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from rules.control_rules where merchant_id = ${actor.merchantId}`);
  return count;
}

export function insertRule(ctx: Context, id: string, fields: ControlRuleFields): Promise<RuleRecord> {
  return refusingUsedName(
    ctx.tx.one(sql`
      insert into rules.control_rules (merchant_id, id, name, name_folded, target, comparison, basis, value,
        more_conditions, action, change_unit, change_value, window_days, stage, min_spend_halalas, min_clicks, reach, platform, product_id, campaign_ids,
        schedule, at_hour,
        hours_from, hours_to, season, ask_channel, cooldown_hours, max_acts_per_day, max_change_percent, status, mode, created_at, updated_at)
      values (${ctx.actor.merchantId}, ${id}, ${fields.name}, ${fold(fields.name)}, ${fields.target},
        ${fields.comparison}, ${fields.basis}, ${fields.value}, ${JSON.stringify(fields.more_conditions)}::jsonb,
        ${fields.action}, ${fields.change_unit}, ${fields.change_value},
        ${fields.window_days}, ${fields.stage}, ${fields.min_spend_halalas}, ${fields.min_clicks}, ${fields.reach},
        ${fields.platform}, ${fields.product_id}, ${fields.campaign_ids}::text[], ${fields.schedule}, ${fields.at_hour},
        ${fields.hours_from}, ${fields.hours_to}, ${fields.season}, ${fields.ask_channel}, ${fields.cooldown_hours}, ${fields.max_acts_per_day}, ${fields.max_change_percent}, 'inactive', 'shadow',
        ${ctx.now}, ${ctx.now})
      returning *`),
  );
}

export function updateRule(ctx: Context, id: string, fields: ControlRuleFields): Promise<RuleRecord> {
  return refusingUsedName(
    ctx.tx.one(sql`
      update rules.control_rules set name = ${fields.name}, name_folded = ${fold(fields.name)}, target = ${fields.target},
        comparison = ${fields.comparison}, basis = ${fields.basis}, value = ${fields.value},
        more_conditions = ${JSON.stringify(fields.more_conditions)}::jsonb, action = ${fields.action},
        change_unit = ${fields.change_unit}, change_value = ${fields.change_value}, window_days = ${fields.window_days},
        stage = ${fields.stage}, min_spend_halalas = ${fields.min_spend_halalas}, min_clicks = ${fields.min_clicks},
        reach = ${fields.reach}, platform = ${fields.platform}, product_id = ${fields.product_id}, campaign_ids = ${fields.campaign_ids}::text[],
        schedule = ${fields.schedule}, at_hour = ${fields.at_hour}, hours_from = ${fields.hours_from},
        hours_to = ${fields.hours_to}, season = ${fields.season}, ask_channel = ${fields.ask_channel},
        cooldown_hours = ${fields.cooldown_hours},
        max_acts_per_day = ${fields.max_acts_per_day}, max_change_percent = ${fields.max_change_percent},
        updated_at = ${ctx.now}
      where merchant_id = ${ctx.actor.merchantId} and id = ${id}
      returning *`),
  );
}

export type RuleState = {
  status: RuleStatus;
  mode: Mode;
  stop_reason: StopReason | null;
  next_run_at: Date | null;
};

export function updateRuleState(ctx: Context, id: string, state: RuleState): Promise<RuleRecord> {
  const { status, mode, stop_reason, next_run_at } = state;
  return ctx.tx.one(sql`
    update rules.control_rules set status = ${status}, mode = ${mode}, stop_reason = ${stop_reason},
      mode_since = case when ${status} = 'inactive' then null
        when status = ${status} and mode = ${mode} then mode_since else ${ctx.now} end,
      next_run_at = ${next_run_at}, updated_at = ${ctx.now}
    where merchant_id = ${ctx.actor.merchantId} and id = ${id}
    returning *`);
}

type Run = { id: string; ranAt: Date; nextRunAt: Date };

/** When rules are evaluated next, those that still are due for the run that was made: one statement. */
export async function saveNextRuns({ tx, actor }: Context, runs: readonly Run[]): Promise<void> {
  await tx.run(
    prepared(
      "rules.next_runs",
      sql`
    update rules.control_rules set next_run_at = run."nextRunAt"
    from json_to_recordset(${JSON.stringify(runs)}::json) as run(id text, "ranAt" timestamptz, "nextRunAt" timestamptz)
    where merchant_id = ${actor.merchantId} and control_rules.id = run.id and next_run_at = run."ranAt"`,
    ),
  );
}

export function deleteRule({ tx, actor }: Context, id: string): Promise<RuleRecord | undefined> {
  return tx.maybeOne(sql`
    delete from rules.control_rules where merchant_id = ${actor.merchantId} and id = ${id} returning *`);
}

/** The merchant's rules that are due, those that cost less first: stops, pauses, cuts, ways back, then raises. */
export function listDueRules({ db, actor, now }: ReadContext): Promise<RuleRecord[]> {
  return db.many(
    prepared(
      "rules.due",
      sql`
    select * from rules.control_rules
    where merchant_id = ${actor.merchantId} and status = 'active' and next_run_at <= ${now}
    order by array_position(array['stop_campaign', 'pause_until_tomorrow', 'decrease_budget', 'restore_budget',
      'increase_budget'], action), id`,
    ),
  );
}

/** How a rule asks from now on; null lets it act by itself. */
export async function setAskChannel(
  { tx, actor, now }: Context,
  id: string,
  channel: RuleRecord["ask_channel"],
): Promise<void> {
  await tx.run(sql`
    update rules.control_rules set ask_channel = ${channel}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** Merchants with a rule, the end of a pause or of a question's time that is due, after `after` in the order of their ids. */
export async function listDueMerchants(
  db: Db,
  { now, systemNow, after, size }: { now: Date; systemNow: Date; after: string; size: number },
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from rules.control_rules
    where status = 'active' and next_run_at <= ${now} and merchant_id > ${after}
    union
    select merchant_id from rules.acts where resume_at <= ${now} and merchant_id > ${after}
    union
    select merchant_id from rules.questions where state = 'open' and expires_at <= ${systemNow} and merchant_id > ${after}
    order by merchant_id limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** A merchant's names are unique, however they are spelled. */
async function refusingUsedName<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (violatesConstraint(error, "control_rules_name")) rulesRefusals.refuse("rules.name_used", {}, "name");
    throw error;
  }
}

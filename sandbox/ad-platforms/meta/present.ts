import { inZone } from "../shared/account-time.ts";
import type { Json } from "../shared/field-table.ts";
import type { Context } from "./call.ts";
import { toCreativeData } from "./creative.fields.ts";
import type { DemoAccount, DemoPage, Identity } from "./demo.ts";
import { minimumDailyBudget } from "./money.ts";
import type { StoredObject } from "./registry.ts";
import { parseInstant } from "./rules.ts";
import { computeAdSetStatus, computeAdStatus, computeCampaignStatus, reviewAd } from "./status.ts";
import { presentVideoStatus } from "./videos.ts";

/** "2026-11-20T10:00:00+0300", in the ad account's own time. */
export function timeIn(zone: string, value: unknown): string | undefined {
  const instant = parseInstant(value);
  return instant === null
    ? undefined
    : inZone(instant, zone)
        .replace(/\.\d{3}/, "")
        .replace(/:(\d{2})$/, "$1");
}

const money = (value: unknown) => (typeof value === "number" ? String(value) : undefined);

/** One object as Meta shows it now, with every readable field. */
export function presentAs(context: Context, row: StoredObject): Json {
  const { account } = context.registry.loadAccount(row);
  const base = { ...row.wire, account_id: account.id, ...presentTimes(row.wire, account.timezone) };
  const presenters: Record<string, () => Json> = {
    campaigns: () => campaign(context, row, base),
    adsets: () => adSet(context, row, base),
    ads: () => ad(context, row, base),
    adcreatives: () => creative(row, base),
    advideos: () => ({ ...base, status: presentVideoStatus(row, context.world.now()) }),
    adimages: () => base,
  };
  return presenters[row.kind]?.() ?? base;
}

function presentTimes(wire: Json, zone: string): Json {
  const names = ["created_time", "updated_time", "start_time", "end_time", "stop_time"];
  return Object.fromEntries(names.map((name) => [name, timeIn(zone, wire[name])]));
}

function budgets(wire: Json): Json {
  const names = ["daily_budget", "lifetime_budget", "spend_cap"];
  return Object.fromEntries(names.map((name) => [name, money(wire[name])]));
}

/** A campaign's times combine those of its ad sets. */
function campaign(context: Context, row: StoredObject, base: Json): Json {
  const adSets = context.registry.listChildren("adsets", row.id).filter((each) => !each.deleted);
  const { timezone } = context.registry.loadAccount(row).account;
  const starts = adSets.map((each) => parseInstant(each.wire.start_time ?? each.wire.created_time) ?? 0);
  const ends = adSets.map((each) => parseInstant(each.wire.end_time));
  const last = ends.length === 0 || ends.includes(null) ? undefined : Math.max(...ends.map(Number));
  return {
    ...base,
    ...budgets(row.wire),
    configured_status: row.wire.status,
    effective_status: computeCampaignStatus(context, row),
    start_time: starts.length > 0 ? timeIn(timezone, Math.min(...starts) / 1_000) : base.start_time,
    stop_time: last === undefined ? base.stop_time : timeIn(timezone, last / 1_000),
  };
}

function adSet(context: Context, row: StoredObject, base: Json): Json {
  const { budget_changes: _changes, ...shown } = base;
  return {
    ...shown,
    ...budgets(row.wire),
    configured_status: row.wire.status,
    effective_status: computeAdSetStatus(context, row),
    campaign: linked(context, "campaigns", row.parent_id),
  };
}

function ad(context: Context, row: StoredObject, base: Json): Json {
  const review = reviewAd(context, row);
  const adSetRow = context.registry.tables.adsets.get(row.parent_id);
  const feedback = Object.fromEntries(
    review.reasons.map((reason) => [reason.split(" ").slice(0, 3).join(" "), reason]),
  );
  return {
    ...base,
    configured_status: row.wire.status,
    effective_status: computeAdStatus(context, row),
    campaign_id: adSetRow?.parent_id,
    creative: linked(context, "adcreatives", String((row.wire.creative as Json).creative_id)),
    adset: linked(context, "adsets", row.parent_id),
    campaign: linked(context, "campaigns", adSetRow?.parent_id ?? ""),
    ...(review.status === "REJECTED" ? { ad_review_feedback: { global: feedback } } : {}),
  };
}

function creative(row: StoredObject, base: Json): Json {
  const spec = row.wire.object_story_spec as Json;
  const { data, isVideo } = toCreativeData(row.wire);
  return {
    ...base,
    object_type: isVideo ? "VIDEO" : "SHARE",
    title: data.title ?? data.name,
    body: data.message,
    image_hash: data.image_hash,
    video_id: data.video_id,
    call_to_action_type: (data.call_to_action as Json | undefined)?.type,
    instagram_user_id: spec.instagram_user_id,
    effective_object_story_id: `${spec.page_id}_${row.id}`,
  };
}

function linked(
  context: Context,
  kind: "campaigns" | "adsets" | "adcreatives",
  id: string,
): Json | undefined {
  const row = context.registry.tables[kind].get(id);
  return row && presentAs(context, row);
}

export function presentAccount(account: DemoAccount, identity: Identity, now: Date): Json {
  const offset = /([+-])(\d{2}):(\d{2})$/.exec(inZone(now.getTime(), account.timezone));
  const hours = offset ? Number(`${offset[1]}1`) * (Number(offset[2]) + Number(offset[3]) / 60) : 0;
  return {
    id: `act_${account.id}`,
    account_id: account.id,
    name: account.name,
    currency: account.currency,
    timezone_name: account.timezone,
    timezone_offset_hours_utc: hours,
    account_status: account.status,
    disable_reason: account.status === 2 ? 1 : 0,
    min_daily_budget: minimumDailyBudget(account.currency),
    business: { ...identity.business },
    business_name: identity.business.name,
    user_tasks: identity.role === "admin" ? ["DRAFT", "ANALYZE", "ADVERTISE", "MANAGE"] : ["ANALYZE"],
    created_time: "2025-01-05T11:00:00+0300",
    ...(account.isFunded ? { funding_source: `9${account.id}` } : {}),
  };
}

export function presentPage(page: DemoPage, identity: Identity): Json {
  return {
    id: page.id,
    name: page.name,
    tasks: page.tasks,
    category: "Shopping & retail",
    access_token: `EAAP${page.id}`,
    business: { ...identity.business },
    ...(page.instagram ? { instagram_business_account: { ...page.instagram } } : {}),
  };
}

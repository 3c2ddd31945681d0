import { inZone } from "../shared/account-time.ts";
import type { Json } from "../shared/field-table.ts";
import type { Room } from "./call.ts";
import { shownIn } from "./creative.fields.ts";
import type { DemoAccount, DemoPage, Identity } from "./demo.ts";
import { leastDaily } from "./money.ts";
import type { Kept } from "./registry.ts";
import { instantOf } from "./rules.ts";
import { effectiveOfAd, effectiveOfAdSet, effectiveOfCampaign, reviewOf } from "./status.ts";
import { statusOfVideo } from "./videos.ts";

/** "2026-11-20T10:00:00+0300", in the ad account's own time. */
export function timeIn(zone: string, value: unknown): string | undefined {
  const instant = instantOf(value);
  return instant === null
    ? undefined
    : inZone(instant, zone)
        .replace(/\.\d{3}/, "")
        .replace(/:(\d{2})$/, "$1");
}

const money = (value: unknown) => (typeof value === "number" ? String(value) : undefined);

/** One object as Meta shows it now, with everything a reading could ask for. */
export function presentAs(room: Room, row: Kept): Json {
  const { account } = room.registry.accountOf(row);
  const base = { ...row.wire, account_id: account.id, ...timesOf(row.wire, account.timezone) };
  const presenters: Record<string, () => Json> = {
    campaigns: () => campaign(room, row, base),
    adsets: () => adSet(room, row, base),
    ads: () => ad(room, row, base),
    adcreatives: () => creative(row, base),
    advideos: () => ({ ...base, status: statusOfVideo(row, room.world.now()) }),
    adimages: () => base,
  };
  return presenters[row.kind]?.() ?? base;
}

function timesOf(wire: Json, zone: string): Json {
  const names = ["created_time", "updated_time", "start_time", "end_time", "stop_time"];
  return Object.fromEntries(names.map((name) => [name, timeIn(zone, wire[name])]));
}

function budgets(wire: Json): Json {
  const names = ["daily_budget", "lifetime_budget", "spend_cap"];
  return Object.fromEntries(names.map((name) => [name, money(wire[name])]));
}

/** A campaign's times are those of its ad sets, joined. */
function campaign(room: Room, row: Kept, base: Json): Json {
  const adSets = room.registry.childrenOf("adsets", row.id).filter((each) => !each.deleted);
  const { timezone } = room.registry.accountOf(row).account;
  const starts = adSets.map((each) => instantOf(each.wire.start_time ?? each.wire.created_time) ?? 0);
  const ends = adSets.map((each) => instantOf(each.wire.end_time));
  const last = ends.length === 0 || ends.includes(null) ? undefined : Math.max(...ends.map(Number));
  return {
    ...base,
    ...budgets(row.wire),
    configured_status: row.wire.status,
    effective_status: effectiveOfCampaign(room, row),
    start_time: starts.length > 0 ? timeIn(timezone, Math.min(...starts) / 1_000) : base.start_time,
    stop_time: last === undefined ? base.stop_time : timeIn(timezone, last / 1_000),
  };
}

function adSet(room: Room, row: Kept, base: Json): Json {
  const { budget_changes: _changes, ...shown } = base;
  return {
    ...shown,
    ...budgets(row.wire),
    configured_status: row.wire.status,
    effective_status: effectiveOfAdSet(room, row),
    campaign: linked(room, "campaigns", row.parent_id),
  };
}

function ad(room: Room, row: Kept, base: Json): Json {
  const review = reviewOf(room, row);
  const adSetRow = room.registry.tables.adsets.get(row.parent_id);
  const feedback = Object.fromEntries(
    review.reasons.map((reason) => [reason.split(" ").slice(0, 3).join(" "), reason]),
  );
  return {
    ...base,
    configured_status: row.wire.status,
    effective_status: effectiveOfAd(room, row),
    campaign_id: adSetRow?.parent_id,
    creative: linked(room, "adcreatives", String((row.wire.creative as Json).creative_id)),
    adset: linked(room, "adsets", row.parent_id),
    campaign: linked(room, "campaigns", adSetRow?.parent_id ?? ""),
    ...(review.status === "REJECTED" ? { ad_review_feedback: { global: feedback } } : {}),
  };
}

function creative(row: Kept, base: Json): Json {
  const spec = row.wire.object_story_spec as Json;
  const { data, isVideo } = shownIn(row.wire);
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

function linked(room: Room, kind: "campaigns" | "adsets" | "adcreatives", id: string): Json | undefined {
  const row = room.registry.tables[kind].get(id);
  return row && presentAs(room, row);
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
    min_daily_budget: leastDaily(account.currency),
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

import type { Json } from "../shared/field-table.ts";
import { adSetFields } from "./adset.fields.ts";
import { type Call, type Context, type Handler, requireObject, requireWrite } from "./call.ts";
import { campaignFields, statusOnCreate } from "./campaign.fields.ts";
import { applyBids } from "./campaign-bids.ts";
import { adFields, creativeFields } from "./creative.fields.ts";
import type { DemoAccount } from "./demo.ts";
import { GraphError, refused } from "./errors.ts";
import { BUDGET_CHANGES_PER_HOUR, PARAMS } from "./facts.ts";
import { applyRule, fieldsText, parseParams } from "./params.ts";
import { presentAs } from "./present.ts";
import { project } from "./project.ts";
import type { StoredObject } from "./registry.ts";
import { checkRelated, type WritableKind } from "./related-checks.ts";

const TABLES = { campaigns: campaignFields, adsets: adSetFields, ads: adFields, adcreatives: creativeFields };
const NODE_OF = { campaigns: "Campaign", adsets: "AdSet", ads: "Ad", adcreatives: "AdCreative" } as const;
/** Meta's default values of a create. */
const DEFAULTS: Record<WritableKind, Json> = {
  campaigns: { status: "ACTIVE", buying_type: "AUCTION" },
  adsets: { status: "ACTIVE" },
  ads: { status: "ACTIVE" },
  adcreatives: { status: "ACTIVE" },
};

/** POST on an edge of the ad account. The response is the new id, with the requested fields. */
export function createObject(context: Context, kind: WritableKind, account: DemoAccount, call: Call): Json {
  requireWrite(call, account);
  const params = parseParams(call.params, { table: TABLES[kind], known: PARAMS[kind] ?? [] });
  if (params.status !== undefined && kind !== "adcreatives")
    applyRule(statusOnCreate, params.status, "status");
  const wire: Json = { ...DEFAULTS[kind], ...params };
  checkRelated(context, kind, { wire, account, identity: call.identity, before: null });
  if (isTrial(call)) return { success: true };
  const now = context.world.now();
  const id = context.registry.nextId();
  const row: StoredObject = {
    id,
    kind,
    account_id: account.id,
    parent_id: findParentId(kind, wire, account),
    sequence: context.registry.nextSequence(),
    deleted: false,
    submitted_at: now.getTime(),
    wire: { ...wire, id, created_time: now.toISOString(), updated_time: now.toISOString() },
  };
  context.registry.tables[kind].put(row);
  const half = context.world.faults.consume("meta", ["half_done"], {
    method: "POST",
    path: `/${call.path.join("/")}`,
  });
  if (half) throw new GraphError(1, "An unknown error occurred", { status: 500, type: "OAuthException" });
  return respondWritten(context, row, call, { id });
}

/** POST on the object itself. */
export function updateObject(context: Context, kind: WritableKind): Handler {
  return (call) => {
    const row = requireObject(call, context.registry, kind, call.path[0] ?? "");
    const { account, identity } = context.registry.loadAccount(row);
    requireWrite(call, account);
    const known = PARAMS[kind.slice(0, -1)] ?? [];
    const { adset_bid_amounts, ...rest } = call.params;
    const params = parseParams(rest, { table: TABLES[kind], known, isUpdate: true });
    checkMutableFields(row, params);
    if (params.status === "DELETED") return removed(context, row);
    const wire = withoutEnd({ ...row.wire, ...params });
    checkRelated(context, kind, { wire, account, identity, before: row });
    if (isTrial(call)) return { success: true };
    if (kind === "campaigns") applyBids(context, row, wire, adset_bid_amounts);
    if (kind === "adsets") countBudgetChange(row, wire);
    const now = context.world.now();
    const isOther = kind === "ads" && JSON.stringify(row.wire.creative) !== JSON.stringify(wire.creative);
    const next: StoredObject = {
      ...row,
      submitted_at: isOther ? now.getTime() : row.submitted_at,
      wire: { ...wire, updated_time: now.toISOString() },
    };
    context.registry.tables[kind].put(next);
    return respondWritten(context, next, call, { success: true });
  };
}

/**
 * DELETE. A deleted object can still be read by its id; deleting it again succeeds, like any call that changes
 * nothing.
 */
export function removeObject(context: Context, kind: WritableKind): Handler {
  return (call) => {
    const row = requireObject(call, context.registry, kind, call.path[0] ?? "");
    requireWrite(call, context.registry.loadAccount(row).account);
    return removed(context, row);
  };
}

function removed(context: Context, row: StoredObject): Json {
  const updated_time = context.world.now().toISOString();
  context.registry.tables[row.kind].put({
    ...row,
    deleted: true,
    wire: { ...row.wire, status: "DELETED", updated_time },
  });
  return { success: true };
}

function respondWritten(context: Context, row: StoredObject, call: Call, answer: Json): Json {
  const fields = fieldsText(call.params);
  if (fields === null) return answer;
  const type = NODE_OF[row.kind as WritableKind];
  return { ...answer, ...project(type, presentAs(context, row), fields) };
}

function findParentId(kind: WritableKind, wire: Json, account: DemoAccount): string {
  if (kind === "adsets") return String(wire.campaign_id);
  return kind === "ads" ? String(wire.adset_id) : account.id;
}

function isTrial({ params }: Call): boolean {
  return JSON.stringify(params.execution_options ?? "").includes("validate_only");
}

/** `end_time=0` removes the end. */
function withoutEnd({ end_time, ...wire }: Json): Json {
  return end_time === undefined || Number(end_time) === 0 ? wire : { ...wire, end_time };
}

/** A deleted object accepts no change; an archived one only its name and its deletion. */
function checkMutableFields(row: StoredObject, params: Json): void {
  const { status } = row.wire;
  if (status !== "DELETED" && status !== "ARCHIVED") return;
  const isAllowed = Object.entries(params).every(
    ([name, value]) => name === "name" || (status === "ARCHIVED" && name === "status" && value === "DELETED"),
  );
  if (isAllowed && status === "ARCHIVED") return;
  throw refused(
    status === "DELETED" ? 1_487_056 : 1_487_566,
    "The object cannot be changed",
    `This object is ${String(status).toLowerCase()}: only its name can be edited.`,
  );
}

/** Four changes of an ad set's budget within an hour; on the system clock, like all rate limits. */
function countBudgetChange(row: StoredObject, wire: Json): void {
  if (row.wire.daily_budget === wire.daily_budget && row.wire.lifetime_budget === wire.lifetime_budget)
    return;
  const hourAgo = Date.now() - 3_600_000;
  const changes = ((row.wire.budget_changes ?? []) as number[]).filter((at) => at > hourAgo);
  if (changes.length >= BUDGET_CHANGES_PER_HOUR)
    throw new GraphError(613, "(#613) Calls to this api have exceeded the rate limit.", {
      subcode: 1_487_632,
      title: "Ad set budget changed too often",
      userMessage: "The budget of an ad set can be changed four times an hour.",
    });
  wire.budget_changes = [...changes, Date.now()];
}

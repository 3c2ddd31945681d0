import { type FieldTable, firstProblem, isObject, type Json } from "../shared/field-table.ts";
import { adSquadFields } from "./adsquad.fields.ts";
import { campaignFields } from "./campaign.fields.ts";
import { adFields, creativeFields, mediaFields } from "./creative.fields.ts";
import { type ApiResponse, one, success, wrap } from "./envelope.ts";
import { badRequest, forbidden, itemError, SnapError, type SnapProblem } from "./errors.ts";
import { MAX_OBJECTS_PER_WRITE } from "./facts.ts";
import { applyPatch } from "./json-patch.ts";
import { presentObject } from "./present.ts";
import { type Context, requireAccount, requireObject } from "./reads.ts";
import type { Kind, StoredObject } from "./registry.ts";
import type { Call, Handler, Route } from "./router.ts";
import { type Outcome, validateAndSave, type WriteTarget } from "./save-object.ts";

const TABLES: Record<Kind, FieldTable> = {
  campaigns: campaignFields,
  adsquads: adSquadFields,
  ads: adFields,
  creatives: creativeFields,
  media: mediaFields,
};

/** Snapchat's default values of a create (developers.snap.com, Campaigns, Ad Squads, Creatives). */
const DEFAULTS: Record<Kind, Json> = {
  campaigns: { buy_model: "AUCTION" },
  adsquads: { status: "ACTIVE", pacing_type: "STANDARD", conversion_window: "SWIPE_28DAY_VIEW_1DAY" },
  ads: {},
  creatives: { shareable: true, top_snap_crop_position: "MIDDLE" },
  media: { media_status: "PENDING_UPLOAD" },
};

export function writeRoutes(context: Context): Route[] {
  const target = (parentKind: Kind | "adaccounts") => (call: Call) =>
    resolveTarget(call, context, parentKind);
  const routes = (kind: Kind, parentKind: Kind | "adaccounts"): Route[] => {
    const path = `^/v1/${parentKind}/([^/]+)/${kind}`;
    return [
      ["POST", new RegExp(`${path}$`), writeMany(context, kind, target(parentKind), createOne)],
      ["PUT", new RegExp(`${path}$`), writeMany(context, kind, target(parentKind), replaceOne)],
      ["PATCH", new RegExp(`${path}/([^/]+)$`), patchOne(context, kind, target(parentKind))],
    ];
  };
  const remove = (kind: Kind): Route => [
    "DELETE",
    new RegExp(`^/v1/${kind}/([^/]+)$`),
    removeOne(context, kind),
  ];
  return [
    ...routes("campaigns", "adaccounts"),
    ...routes("adsquads", "campaigns"),
    ...routes("ads", "adsquads"),
    ...routes("creatives", "adaccounts"),
    [
      "POST",
      /^\/v1\/adaccounts\/([^/]+)\/media$/,
      writeMany(context, "media", target("adaccounts"), createOne),
    ],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/adsquads$/, refuseSquadsOnAccount(context)],
    remove("campaigns"),
    remove("adsquads"),
    remove("ads"),
  ];
}

function refuseSquadsOnAccount(context: Context): Handler {
  return (call) => {
    requireAccount(call, context.registry, call.params[0] ?? "");
    throw badRequest("ad squads are created under a campaign");
  };
}

/** The parent must exist and the caller must have more than a report reader's role. */
function resolveTarget(call: Call, context: Context, parentKind: Kind | "adaccounts"): WriteTarget {
  const parentId = call.params[0] ?? "";
  const accountId =
    parentKind === "adaccounts"
      ? parentId
      : requireObject(call, context.registry, parentKind, parentId).account_id;
  const { account, identity } = requireAccount(call, context.registry, accountId);
  requireWrite(call);
  const parentField = { adaccounts: "ad_account_id", campaigns: "campaign_id", adsquads: "ad_squad_id" }[
    parentKind as string
  ];
  return { parentId, parentField: parentField ?? "", account, identity };
}

function requireWrite(call: Call): void {
  if (call.identity.role !== "admin") throw forbidden("Your role on this ad account does not allow this");
}

type WriteOne = (context: Context, kind: Kind, target: WriteTarget, item: Json) => Outcome;

/**
 * Items succeed or fail one by one: the response is HTTP 200 and each item has its own status. The fault `half_done`
 * writes the first half (at least one) and then fails the whole request.
 */
function writeMany(
  context: Context,
  kind: Kind,
  resolveTargetFor: (call: Call) => WriteTarget,
  write: WriteOne,
): Handler {
  return (call) => {
    const target = resolveTargetFor(call);
    const items = itemsIn(call.body, kind);
    const half = context.world.faults.consume("snapchat", ["half_done"], {
      method: call.raw.method,
      path: call.raw.vendorPath,
    });
    const answered = items.slice(0, half ? Math.ceil(items.length / 2) : items.length).map((item) => {
      const outcome = isObject(item)
        ? write(context, kind, target, item)
        : { problem: { code: "E1008", message: "an item must be an object" } };
      return "problem" in outcome ? itemError(outcome.problem) : wrap(kind, present(context, outcome.row));
    });
    if (half) throw new SnapError(500, "E1000", "Internal server error");
    return success(call.requestId, { [kind]: answered });
  };
}

function itemsIn(body: unknown, kind: Kind): unknown[] {
  const max = MAX_OBJECTS_PER_WRITE[kind];
  if (!isObject(body) || !Array.isArray(body[kind]))
    throw badRequest(`the body must hold a list named ${kind}`);
  const other = Object.keys(body).find((key) => key !== kind);
  if (other) throw badRequest(`Unrecognized field "${other}"`);
  if (body[kind].length === 0 || body[kind].length > max)
    throw badRequest(`${kind} must have 1 to ${max} objects`);
  return body[kind];
}

function createOne(context: Context, kind: Kind, target: WriteTarget, item: Json): Outcome {
  const refused = wrong(firstProblem(TABLES[kind], item)) ?? checkAccount(target);
  if (refused) return { problem: refused };
  const wire: Json = { ...structuredClone(DEFAULTS[kind]), ...withoutNulls(item) };
  return validateAndSave(context, kind, target, wire, null);
}

function replaceOne(context: Context, kind: Kind, target: WriteTarget, item: Json): Outcome {
  if (typeof item.id !== "string") return { problem: { code: "E1008", message: "id is required" } };
  const row = context.registry.find(kind, item.id);
  if (row?.parent_id !== target.parentId)
    return { problem: { code: "E3003", message: `${item.id} was not found` } };
  const refused =
    wrong(firstProblem(TABLES[kind], item, { update: true })) ??
    findImmutableChange(kind, row.wire, item) ??
    checkAccount(target);
  if (refused) return { problem: refused };
  return validateAndSave(context, kind, target, copyReadOnlyFields(kind, row.wire, withoutNulls(item)), row);
}

function patchOne(context: Context, kind: Kind, resolveTargetFor: (call: Call) => WriteTarget): Handler {
  return (call) => {
    const target = resolveTargetFor(call);
    const row = requireObject(call, context.registry, kind, call.params[1] ?? "");
    if (!call.raw.headers["content-type"]?.startsWith("application/json-patch+json"))
      throw badRequest("a PATCH needs the content type application/json-patch+json");
    const patched = applyPatch(row.wire, call.body);
    if ("problem" in patched) throw badRequest(patched.problem.message, patched.problem.code);
    const outcome = replaceOne(context, kind, target, patched.patched);
    if ("problem" in outcome) throw badRequest(outcome.problem.message, outcome.problem.code);
    return one(call.requestId, kind, present(context, outcome.row));
  };
}

/** Children are deleted with their parent; creatives and media stay. A second delete is not found. */
function removeOne(context: Context, kind: Kind): Handler {
  return (call): ApiResponse => {
    const row = requireObject(call, context.registry, kind, call.params[0] ?? "");
    requireWrite(call);
    markDeleted(context, row);
    return success(call.requestId, {});
  };
}

function markDeleted(context: Context, row: StoredObject): void {
  const childKind = { campaigns: "adsquads", adsquads: "ads" }[row.kind as string] as Kind | undefined;
  context.registry.tables[row.kind].put({
    ...row,
    deleted: true,
    wire: { ...row.wire, updated_at: context.world.now().toISOString() },
  });
  if (!childKind) return;
  for (const child of context.registry.listChildren(childKind, row.id))
    if (!child.deleted) markDeleted(context, child);
}

function wrong(message: string | null): SnapProblem | null {
  return message === null ? null : { code: "E1008", message };
}

function checkAccount(target: WriteTarget): SnapProblem | null {
  return target.account.status === "ACTIVE"
    ? null
    : { code: "E1008", message: "the ad account is not active" };
}

/** An update may repeat an immutable field, not change it. */
function findImmutableChange(kind: Kind, before: Json, after: Json): SnapProblem | null {
  for (const [name, field] of Object.entries(TABLES[kind])) {
    if (!field.immutable || after[name] === undefined || after[name] === null) continue;
    if (before[name] !== undefined && after[name] !== before[name])
      return { code: "E2023", message: `${name} cannot be changed` };
  }
  return null;
}

/** The whole object is replaced; read-only fields, and immutable fields left out, stay as they were. */
function copyReadOnlyFields(kind: Kind, before: Json, after: Json): Json {
  const merged: Json = { ...after };
  for (const [name, field] of Object.entries(TABLES[kind])) {
    if (field.readOnly) delete merged[name];
    if ((field.readOnly || (field.immutable && merged[name] === undefined)) && before[name] !== undefined)
      merged[name] = before[name];
  }
  return merged;
}

function withoutNulls(item: Json): Json {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  );
}

function present(context: Context, row: StoredObject): Json {
  return presentObject(row, context.registry, context.deliveries, context.world.now());
}

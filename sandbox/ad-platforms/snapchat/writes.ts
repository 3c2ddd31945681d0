import { type FieldTable, firstProblem, isObject, type Json } from "../shared/field-table.ts";
import { adSquadAgrees, adSquadFields } from "./adsquad.fields.ts";
import { campaignAgrees, campaignFields } from "./campaign.fields.ts";
import { adAgrees, adFields, creativeAgrees, creativeFields, mediaFields } from "./creative.fields.ts";
import { spentBy } from "./delivery-status.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { type Answer, one, success, wrap } from "./envelope.ts";
import { badRequest, forbidden, itemError, SnapError, type SnapProblem } from "./errors.ts";
import { MAX_OBJECTS_PER_WRITE } from "./facts.ts";
import { applyPatch } from "./json-patch.ts";
import { presentObject } from "./present.ts";
import { accountFor, objectFor, type Room } from "./reads.ts";
import type { Kept, Kind } from "./registry.ts";
import type { Call, Handler, Route } from "./router.ts";

/** Where an object is written: under what, and the field that repeats it. */
type Place = { parentId: string; parentField: string; account: DemoAccount; identity: Identity };
type Outcome = { row: Kept } | { problem: SnapProblem };

const TABLES: Record<Kind, FieldTable> = {
  campaigns: campaignFields,
  adsquads: adSquadFields,
  ads: adFields,
  creatives: creativeFields,
  media: mediaFields,
};

/** What Snapchat fills in when a create leaves it out (developers.snap.com, Campaigns, Ad Squads, Creatives). */
const DEFAULTS: Record<Kind, Json> = {
  campaigns: { buy_model: "AUCTION" },
  adsquads: { status: "ACTIVE", pacing_type: "STANDARD", conversion_window: "SWIPE_28DAY_VIEW_1DAY" },
  ads: {},
  creatives: { shareable: true, top_snap_crop_position: "MIDDLE" },
  media: { media_status: "PENDING_UPLOAD" },
};

export function writeRoutes(room: Room): Route[] {
  const place = (above: Kind | "adaccounts") => (call: Call) => placeOf(call, room, above);
  const routes = (kind: Kind, above: Kind | "adaccounts"): Route[] => {
    const path = `^/v1/${above}/([^/]+)/${kind}`;
    return [
      ["POST", new RegExp(`${path}$`), writeMany(room, kind, place(above), createOne)],
      ["PUT", new RegExp(`${path}$`), writeMany(room, kind, place(above), replaceOne)],
      ["PATCH", new RegExp(`${path}/([^/]+)$`), patchOne(room, kind, place(above))],
    ];
  };
  const remove = (kind: Kind): Route => [
    "DELETE",
    new RegExp(`^/v1/${kind}/([^/]+)$`),
    removeOne(room, kind),
  ];
  return [
    ...routes("campaigns", "adaccounts"),
    ...routes("adsquads", "campaigns"),
    ...routes("ads", "adsquads"),
    ...routes("creatives", "adaccounts"),
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/media$/, writeMany(room, "media", place("adaccounts"), createOne)],
    ["POST", /^\/v1\/adaccounts\/([^/]+)\/adsquads$/, refuseSquadsOnAccount(room)],
    remove("campaigns"),
    remove("adsquads"),
    remove("ads"),
  ];
}

function refuseSquadsOnAccount(room: Room): Handler {
  return (call) => {
    accountFor(call, room.registry, call.params[0] ?? "");
    throw badRequest("ad squads are created under a campaign");
  };
}

/** The parent must stand and the caller must be more than a reader of reports. */
function placeOf(call: Call, room: Room, above: Kind | "adaccounts"): Place {
  const parentId = call.params[0] ?? "";
  const accountId =
    above === "adaccounts" ? parentId : objectFor(call, room.registry, above, parentId).account_id;
  const { account, identity } = accountFor(call, room.registry, accountId);
  mayWrite(call);
  const parentField = { adaccounts: "ad_account_id", campaigns: "campaign_id", adsquads: "ad_squad_id" }[
    above as string
  ];
  return { parentId, parentField: parentField ?? "", account, identity };
}

function mayWrite(call: Call): void {
  if (call.identity.role !== "admin") throw forbidden("Your role on this ad account does not allow this");
}

type WriteOne = (room: Room, kind: Kind, place: Place, item: Json) => Outcome;

/**
 * Items stand or fall one by one: the reply is HTTP 200 and each says for itself what became of it.
 * The fault `half_done` writes the first half (at least one) and then fails the whole request.
 */
function writeMany(room: Room, kind: Kind, placeFor: (call: Call) => Place, write: WriteOne): Handler {
  return (call) => {
    const place = placeFor(call);
    const items = itemsIn(call.body, kind);
    const half = room.world.faults.take("snapchat", ["half_done"], {
      method: call.raw.method,
      path: call.raw.vendorPath,
    });
    const answered = items.slice(0, half ? Math.ceil(items.length / 2) : items.length).map((item) => {
      const outcome = isObject(item)
        ? write(room, kind, place, item)
        : { problem: { code: "E1008", message: "an item must be an object" } };
      return "problem" in outcome ? itemError(outcome.problem) : wrap(kind, show(room, outcome.row));
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

function createOne(room: Room, kind: Kind, place: Place, item: Json): Outcome {
  const refused = wrong(firstProblem(TABLES[kind], item)) ?? accountUsable(place);
  if (refused) return { problem: refused };
  const wire: Json = { ...structuredClone(DEFAULTS[kind]), ...withoutNulls(item) };
  return checkAndKeep(room, kind, place, wire, null);
}

function replaceOne(room: Room, kind: Kind, place: Place, item: Json): Outcome {
  if (typeof item.id !== "string") return { problem: { code: "E1008", message: "id is required" } };
  const row = room.registry.find(kind, item.id);
  if (row?.parent_id !== place.parentId)
    return { problem: { code: "E3003", message: `${item.id} was not found` } };
  const refused =
    wrong(firstProblem(TABLES[kind], item, { update: true })) ??
    changedForGood(kind, row.wire, item) ??
    accountUsable(place);
  if (refused) return { problem: refused };
  return checkAndKeep(room, kind, place, keepGiven(kind, row.wire, withoutNulls(item)), row);
}

function patchOne(room: Room, kind: Kind, placeFor: (call: Call) => Place): Handler {
  return (call) => {
    const place = placeFor(call);
    const row = objectFor(call, room.registry, kind, call.params[1] ?? "");
    if (!call.raw.headers["content-type"]?.startsWith("application/json-patch+json"))
      throw badRequest("a PATCH needs the content type application/json-patch+json");
    const patched = applyPatch(row.wire, call.body);
    if ("problem" in patched) throw badRequest(patched.problem.message, patched.problem.code);
    const outcome = replaceOne(room, kind, place, patched.patched);
    if ("problem" in outcome) throw badRequest(outcome.problem.message, outcome.problem.code);
    return one(call.requestId, kind, show(room, outcome.row));
  };
}

/** Children stop with what they belong to; creatives and media stay. Deleted twice is not found. */
function removeOne(room: Room, kind: Kind): Handler {
  return (call): Answer => {
    const row = objectFor(call, room.registry, kind, call.params[0] ?? "");
    mayWrite(call);
    markDeleted(room, row);
    return success(call.requestId, {});
  };
}

function markDeleted(room: Room, row: Kept): void {
  const below = { campaigns: "adsquads", adsquads: "ads" }[row.kind as string] as Kind | undefined;
  room.registry.tables[row.kind].put({
    ...row,
    deleted: true,
    wire: { ...row.wire, updated_at: room.world.now().toISOString() },
  });
  if (!below) return;
  for (const child of room.registry.childrenOf(below, row.id)) if (!child.deleted) markDeleted(room, child);
}

function wrong(message: string | null): SnapProblem | null {
  return message === null ? null : { code: "E1008", message };
}

function accountUsable(place: Place): SnapProblem | null {
  return place.account.status === "ACTIVE"
    ? null
    : { code: "E1008", message: "the ad account is not active" };
}

/** An update may repeat an immutable field, not change it. */
function changedForGood(kind: Kind, before: Json, after: Json): SnapProblem | null {
  for (const [name, field] of Object.entries(TABLES[kind])) {
    if (!field.immutable || after[name] === undefined || after[name] === null) continue;
    if (before[name] !== undefined && after[name] !== before[name])
      return { code: "E2023", message: `${name} cannot be changed` };
  }
  return null;
}

/** The whole object is replaced; what only Snapchat writes, and immutable fields left out, stay as they were. */
function keepGiven(kind: Kind, before: Json, after: Json): Json {
  const kept: Json = { ...after };
  for (const [name, field] of Object.entries(TABLES[kind])) {
    if (field.readOnly) delete kept[name];
    if ((field.readOnly || (field.immutable && kept[name] === undefined)) && before[name] !== undefined)
      kept[name] = before[name];
  }
  return kept;
}

function checkAndKeep(room: Room, kind: Kind, place: Place, wire: Json, before: Kept | null): Outcome {
  if (wire[place.parentField] !== place.parentId)
    return { problem: { code: "E1008", message: `${place.parentField} does not match the path` } };
  const problem = agrees(room, kind, place, wire, before);
  if (problem)
    return { problem: typeof problem === "string" ? { code: "E1008", message: problem } : problem };
  const now = room.world.now();
  const id = before?.id ?? room.world.ids.uuid(`snapchat/${kind}`);
  const shown = { ...inUtc(wire), updated_at: now.toISOString() };
  const row: Kept = {
    id,
    kind,
    account_id: place.account.id,
    parent_id: place.parentId,
    turn: before?.turn ?? room.registry.nextTurn(),
    deleted: false,
    submitted_at: before && !looksOther(kind, before.wire, wire) ? before.submitted_at : now.getTime(),
    wire: before ? shown : { id, created_at: now.toISOString(), ...shown },
  };
  room.registry.tables[kind].put(row);
  return { row };
}

/** A change of what people see goes to the reviewer again; a change of status or name does not. */
function looksOther(kind: Kind, before: Json, after: Json): boolean {
  const seen = {
    ads: ["creative_id"],
    creatives: ["headline", "brand_name", "top_snap_media_id", "web_view_properties", "call_to_action"],
  }[kind as string];
  return (seen ?? []).some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function agrees(
  room: Room,
  kind: Kind,
  place: Place,
  wire: Json,
  before: Kept | null,
): SnapProblem | string | null {
  const { registry, deliveries } = room;
  if (kind === "campaigns") return campaignAgrees(wire, before ? spentBy(before, registry, deliveries) : 0);
  if (kind === "adsquads") {
    const campaign = registry.find("campaigns", place.parentId);
    const around = { currency: place.account.currency, pixelIds: [place.account.pixelId] };
    return adSquadAgrees(wire, { ...around, campaign: campaign?.wire ?? {} });
  }
  if (kind === "creatives") return creativeAgrees(wire) ?? creativeBelongs(room, place, wire);
  if (kind === "ads") {
    const creative = registry.find("creatives", String(wire.creative_id));
    if (creative?.account_id !== place.account.id)
      return { code: "E3003", message: "creative_id was not found" };
    return adAgrees(wire, creative.wire);
  }
  return null;
}

/** A creative shows READY media of its own account under a public profile of its own organisation. */
function creativeBelongs(room: Room, place: Place, wire: Json): SnapProblem | string | null {
  const profileId = (wire.profile_properties as { profile_id: string }).profile_id;
  if (!place.identity.profiles.some((profile) => profile.id === profileId))
    return "profile_properties.profile_id is not a public profile of the organization";
  const media = room.registry.find("media", String(wire.top_snap_media_id));
  if (media?.account_id !== place.account.id)
    return { code: "E3003", message: "top_snap_media_id was not found" };
  return media.wire.media_status === "READY" ? null : "top_snap_media_id is not READY";
}

/** Snapchat answers with times in UTC, whatever offset they came with. */
function inUtc(wire: Json): Json {
  const times = Object.entries(wire).map(([name, value]) =>
    (name === "start_time" || name === "end_time") && typeof value === "string"
      ? [name, new Date(value).toISOString()]
      : [name, value],
  );
  return Object.fromEntries(times);
}

function withoutNulls(item: Json): Json {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  );
}

function show(room: Room, row: Kept): Json {
  return presentObject(row, room.registry, room.deliveries, room.world.now());
}

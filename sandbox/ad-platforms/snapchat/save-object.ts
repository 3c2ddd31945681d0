import type { Json } from "../shared/field-table.ts";
import { checkAdSquad } from "./adsquad.fields.ts";
import { checkCampaign } from "./campaign.fields.ts";
import { checkAd, checkCreative } from "./creative.fields.ts";
import { spentBy } from "./delivery-status.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import type { SnapProblem } from "./errors.ts";
import type { Context } from "./reads.ts";
import type { Kind, StoredObject } from "./registry.ts";

/** The last step of a write: does the object agree with what it stands under, and how it is stored. */

/** Where an object is written: its parent, and the field that repeats the parent's id. */
export type WriteTarget = { parentId: string; parentField: string; account: DemoAccount; identity: Identity };
export type Outcome = { row: StoredObject } | { problem: SnapProblem };

export function validateAndSave(
  context: Context,
  kind: Kind,
  target: WriteTarget,
  wire: Json,
  before: StoredObject | null,
): Outcome {
  if (wire[target.parentField] !== target.parentId)
    return { problem: { code: "E1008", message: `${target.parentField} does not match the path` } };
  const problem = checkAgreement(context, kind, target, wire, before);
  if (problem)
    return { problem: typeof problem === "string" ? { code: "E1008", message: problem } : problem };
  const now = context.world.now();
  const id = before?.id ?? context.world.ids.uuid(`snapchat/${kind}`);
  const shown = { ...inUtc(wire), updated_at: now.toISOString() };
  const row: StoredObject = {
    id,
    kind,
    account_id: target.account.id,
    parent_id: target.parentId,
    sequence: before?.sequence ?? context.registry.nextSequence(),
    deleted: false,
    submitted_at: before && !hasVisibleChange(kind, before.wire, wire) ? before.submitted_at : now.getTime(),
    wire: before ? shown : { id, created_at: now.toISOString(), ...shown },
  };
  context.registry.tables[kind].put(row);
  return { row };
}

/** A change of the visible content starts a new review; a change of status or name does not. */
function hasVisibleChange(kind: Kind, before: Json, after: Json): boolean {
  const seen = {
    ads: ["creative_id"],
    creatives: ["headline", "brand_name", "top_snap_media_id", "web_view_properties", "call_to_action"],
  }[kind as string];
  return (seen ?? []).some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function checkAgreement(
  context: Context,
  kind: Kind,
  target: WriteTarget,
  wire: Json,
  before: StoredObject | null,
): SnapProblem | string | null {
  const { registry, deliveries } = context;
  if (kind === "campaigns") return checkCampaign(wire, before ? spentBy(before, registry, deliveries) : 0);
  if (kind === "adsquads") {
    const campaign = registry.find("campaigns", target.parentId);
    const related = { currency: target.account.currency, pixelIds: [target.account.pixelId] };
    return checkAdSquad(wire, { ...related, campaign: campaign?.wire ?? {} });
  }
  if (kind === "creatives") return checkCreative(wire) ?? creativeBelongs(context, target, wire);
  if (kind === "ads") {
    const creative = registry.find("creatives", String(wire.creative_id));
    if (creative?.account_id !== target.account.id)
      return { code: "E3003", message: "creative_id was not found" };
    return checkAd(wire, creative.wire);
  }
  return null;
}

/** A creative uses READY media of its own account under a public profile of its own organisation. */
function creativeBelongs(context: Context, target: WriteTarget, wire: Json): SnapProblem | string | null {
  const profileId = (wire.profile_properties as { profile_id: string }).profile_id;
  if (!target.identity.profiles.some((profile) => profile.id === profileId))
    return "profile_properties.profile_id is not a public profile of the organization";
  const media = context.registry.find("media", String(wire.top_snap_media_id));
  if (media?.account_id !== target.account.id)
    return { code: "E3003", message: "top_snap_media_id was not found" };
  return media.wire.media_status === "READY" ? null : "top_snap_media_id is not READY";
}

/** Snapchat returns times in UTC, whatever offset they came with. */
function inUtc(wire: Json): Json {
  const times = Object.entries(wire).map(([name, value]) =>
    (name === "start_time" || name === "end_time") && typeof value === "string"
      ? [name, new Date(value).toISOString()]
      : [name, value],
  );
  return Object.fromEntries(times);
}

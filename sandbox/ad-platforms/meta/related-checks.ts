import type { Json } from "../shared/field-table.ts";
import { checkAdSet } from "./adset.fields.ts";
import type { Context } from "./call.ts";
import { checkCampaign, checkMinimumBudget } from "./campaign.fields.ts";
import { toCreativeData } from "./creative.fields.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { invalid, refused, unknownObject } from "./errors.ts";
import { minimumDailyBudget } from "./money.ts";
import type { Kind, StoredObject } from "./registry.ts";
import { isVideoReady } from "./videos.ts";

export type WritableKind = "campaigns" | "adsets" | "ads" | "adcreatives";
export type Draft = { wire: Json; account: DemoAccount; identity: Identity; before: StoredObject | null };

const checks: Record<WritableKind, (context: Context, draft: Draft) => void> = {
  campaigns: (context, { wire, account, before }) => {
    checkCampaign(wire, minimumDailyBudget(account.currency));
    if (before) coversAdSets(wire, account, listAdSets(context, before.id));
  },
  adsets: (context, { wire, account, identity, before }) => {
    const campaign = requireObject(context, "campaigns", wire.campaign_id, account).wire;
    const now = context.world.now().getTime();
    checkAdSet(
      wire,
      {
        campaign,
        account,
        identity,
        minimum: minimumDailyBudget(account.currency, String(wire.billing_event)),
        now,
      },
      before === null,
    );
    const siblings = listAdSets(context, String(wire.campaign_id)).filter(({ id }) => id !== before?.id);
    coversAdSets(campaign, account, [...siblings, { wire }]);
  },
  ads: (context, { wire, account }) => {
    requireObject(context, "adsets", wire.adset_id, account);
    const creativeId = String((wire.creative as Json).creative_id);
    const creative = context.registry.find("adcreatives", creativeId);
    if (creative?.account_id !== account.id) throw unknownObject(creativeId, "POST");
  },
  adcreatives: (context, draft) => {
    if (draft.before === null) creativeBelongs(context, draft);
  },
};

/** Checks between an object and its related objects. Throws Meta's errors. */
export function checkRelated(context: Context, kind: WritableKind, draft: Draft): void {
  checks[kind](context, draft);
}

function listAdSets({ registry }: Context, campaignId: string): StoredObject[] {
  return registry.listChildren("adsets", campaignId).filter(({ deleted }) => !deleted);
}

/** A campaign's budget covers the minimum of each of its ad sets. */
function coversAdSets(campaign: Json, { currency }: DemoAccount, adSets: { wire: Json }[]): void {
  const minimum = adSets.map(({ wire }) => minimumDailyBudget(currency, String(wire.billing_event)));
  checkMinimumBudget(
    campaign,
    minimum.reduce((sum, each) => sum + each, 0),
  );
}

function requireObject(context: Context, kind: Kind, id: unknown, account: DemoAccount): StoredObject {
  const row = context.registry.find(kind, String(id));
  if (row?.account_id !== account.id) throw unknownObject(String(id), "POST");
  if (row.wire.status === "ARCHIVED")
    throw refused(1_487_566, "The object cannot be changed", "Nothing can be added to an archived object.");
  return row;
}

/** A creative uses media of its own account, under a Page and an Instagram account of the person who creates it. */
function creativeBelongs(context: Context, { wire, account, identity }: Draft): void {
  const spec = wire.object_story_spec as Json;
  const page = identity.pages.find((each) => each.id === String(spec.page_id));
  if (!page?.tasks.includes("ADVERTISE"))
    throw invalid("object_story_spec names a Page that you cannot advertise with", {
      blame: ["object_story_spec"],
    });
  const instagram = spec.instagram_user_id;
  if (instagram !== undefined && page.instagram?.id !== String(instagram))
    throw refused(
      1_815_199,
      "Instagram account not accessible",
      "The ad account has no access to this Instagram account.",
      ["object_story_spec"],
    );
  refuseBundle(wire);
  const { data, isVideo } = toCreativeData(wire);
  if (
    data.image_hash !== undefined &&
    !context.registry.tables.adimages.get(`${account.id}:${data.image_hash}`)
  )
    throw refused(1_487_472, "Image not found", "There is no image with this hash in the ad account.", [
      "image_hash",
    ]);
  if (!isVideo) return;
  const video = context.registry.find("advideos", String(data.video_id));
  if (video?.account_id !== account.id) throw unknownObject(String(data.video_id), "POST");
  if (!isVideoReady(video, context.world.now()))
    throw refused(1_885_252, "Video not ready", "The video is still being processed.", ["video_id"]);
}

/** The bundle was removed in v22: each enhancement is chosen by its own name. */
function refuseBundle(wire: Json): void {
  const features = (wire.degrees_of_freedom_spec as { creative_features_spec?: Json } | undefined)
    ?.creative_features_spec;
  if (features?.standard_enhancements === undefined) return;
  throw refused(
    3_858_504,
    "Standard enhancements are no longer available",
    "Choose each creative feature by its own name instead.",
    ["degrees_of_freedom_spec"],
  );
}

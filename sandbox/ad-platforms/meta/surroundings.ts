import type { Json } from "../shared/field-table.ts";
import { adSetAgrees } from "./adset.fields.ts";
import type { Room } from "./call.ts";
import { budgetReaches, campaignAgrees } from "./campaign.fields.ts";
import { shownIn } from "./creative.fields.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { invalid, refused, unknownObject } from "./errors.ts";
import { leastDaily } from "./money.ts";
import type { Kept, Kind } from "./registry.ts";
import { isVideoReady } from "./videos.ts";

export type Written = "campaigns" | "adsets" | "ads" | "adcreatives";
export type Draft = { wire: Json; account: DemoAccount; identity: Identity; before: Kept | null };

const checks: Record<Written, (room: Room, draft: Draft) => void> = {
  campaigns: (room, { wire, account, before }) => {
    campaignAgrees(wire, leastDaily(account.currency));
    if (before) coversAdSets(wire, account, adSetsUnder(room, before.id));
  },
  adsets: (room, { wire, account, identity, before }) => {
    const campaign = standing(room, "campaigns", wire.campaign_id, account).wire;
    const now = room.world.now().getTime();
    adSetAgrees(
      wire,
      { campaign, account, identity, least: leastDaily(account.currency, String(wire.billing_event)), now },
      before === null,
    );
    const siblings = adSetsUnder(room, String(wire.campaign_id)).filter(({ id }) => id !== before?.id);
    coversAdSets(campaign, account, [...siblings, { wire }]);
  },
  ads: (room, { wire, account }) => {
    standing(room, "adsets", wire.adset_id, account);
    const creativeId = String((wire.creative as Json).creative_id);
    const creative = room.registry.find("adcreatives", creativeId);
    if (creative?.account_id !== account.id) throw unknownObject(creativeId, "POST");
  },
  adcreatives: (room, draft) => {
    if (draft.before === null) creativeBelongs(room, draft);
  },
};

/** What must agree between an object and what stands around it. Throws as Meta would. */
export function checkAround(room: Room, kind: Written, draft: Draft): void {
  checks[kind](room, draft);
}

function adSetsUnder({ registry }: Room, campaignId: string): Kept[] {
  return registry.childrenOf("adsets", campaignId).filter(({ deleted }) => !deleted);
}

/** A campaign's budget is enough for the least of each of its ad sets. */
function coversAdSets(campaign: Json, { currency }: DemoAccount, adSets: { wire: Json }[]): void {
  const least = adSets.map(({ wire }) => leastDaily(currency, String(wire.billing_event)));
  budgetReaches(
    campaign,
    least.reduce((sum, each) => sum + each, 0),
  );
}

function standing(room: Room, kind: Kind, id: unknown, account: DemoAccount): Kept {
  const row = room.registry.find(kind, String(id));
  if (row?.account_id !== account.id) throw unknownObject(String(id), "POST");
  if (row.wire.status === "ARCHIVED")
    throw refused(1_487_566, "The object cannot be changed", "Nothing can be added to an archived object.");
  return row;
}

/** A creative shows media of its own account, under a Page and an Instagram account of the person who makes it. */
function creativeBelongs(room: Room, { wire, account, identity }: Draft): void {
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
  const { data, isVideo } = shownIn(wire);
  if (data.image_hash !== undefined && !room.registry.tables.adimages.get(`${account.id}:${data.image_hash}`))
    throw refused(1_487_472, "Image not found", "There is no image with this hash in the ad account.", [
      "image_hash",
    ]);
  if (!isVideo) return;
  const video = room.registry.find("advideos", String(data.video_id));
  if (video?.account_id !== account.id) throw unknownObject(String(data.video_id), "POST");
  if (!isVideoReady(video, room.world.now()))
    throw refused(1_885_252, "Video not ready", "The video is still being processed.", ["video_id"]);
}

/** The bundle is gone since v22: each enhancement is chosen by its own name. */
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

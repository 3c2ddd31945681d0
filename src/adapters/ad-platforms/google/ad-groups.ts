import { z } from "zod";
import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup, refuse } from "../shared/checks.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { campaignChanges } from "./campaign-targeting.ts";
import { idIn, isTaken, nameOf, writtenName } from "./names.ts";
import { type Concessions, conceding, makeLabelled } from "./reference.ts";
import { findLabelled } from "./states.ts";
import { groupCriteria, keyOf } from "./targeting.ts";
import { allRows, type Json, type Operation, type Wire } from "./wire.ts";

const typed = z.looseObject({ type: z.string() }).optional();
const criterionRow = z.looseObject({
  adGroupCriterion: z.looseObject({
    resourceName: z.string(),
    negative: z.boolean().default(false),
    ageRange: typed,
    gender: typed,
    keyword: z.looseObject({ text: z.string() }).optional(),
  }),
});

/** Our ad group is Google's; where and on which devices it is shown stands on its campaign. */
export function makeAdGroups(wire: Wire): AdGroupsPart {
  return {
    async createAdGroup(account, order) {
      check(order, account);
      const standing = await findLabelled(
        wire,
        account,
        "ad_group",
        order.reference,
        order.platformCampaignId,
      );
      if (standing) return { platformId: standing.platformId };
      const onCampaign = await campaignChanges(wire, account, order, null);
      const campaignId = order.platformCampaignId;
      const wished = writtenName(order.name, order.reference, false);
      const known = { isNameTaken: await isTaken(wire, account, "ad_group", wished, campaignId) };
      const adGroup = nameOf(account, "adGroups", -1);
      const operations = ({ isNameTaken }: Concessions): Operation[] => [
        {
          adGroupOperation: {
            create: {
              resourceName: adGroup,
              campaign: nameOf(account, "campaigns", campaignId),
              status: "PAUSED",
              name: writtenName(order.name, order.reference, isNameTaken),
              ...kindOf(order),
              ...expansionOf(order),
            },
          },
        },
        ...groupCriteria(order).map(({ fields }) => criterionOf(adGroup, fields)),
        ...onCampaign,
      ];
      const made = await makeLabelled(wire, account, "ad_group", order.reference, adGroup, operations, known);
      return { platformId: idIn(made[0] ?? "") };
    },
    async updateAdGroup(account, platformId, order) {
      check(order, account);
      const onCampaign = await campaignChanges(wire, account, order, platformId);
      const onGroup = await groupChanges(wire, account, platformId, order);
      const resourceName = nameOf(account, "adGroups", platformId);
      const expansion = expansionOf(order);
      await conceding(({ isNameTaken }) =>
        wire.mutate(account, [
          {
            adGroupOperation: {
              update: {
                resourceName,
                name: writtenName(order.name, order.reference, isNameTaken),
                ...expansion,
              },
              updateMask: ["name", ...Object.keys(expansion)].join(","),
            },
          },
          ...onGroup,
          ...onCampaign,
        ]),
      );
    },
  };
}

/** Google Ads API, Keywords: at most ten words, and none of these signs. */
const keywordWordsMax = 10;
const signsNotTaken = /[!@%,*^()={};~`<>?\\|]/;

function check(order: AdGroupSpec, account: AdAccountContext): void {
  checkAdGroup("google", order, account);
  const strange = order.keywords.find(
    (text) =>
      text.trim() === "" || signsNotTaken.test(text) || text.trim().split(/\s+/).length > keywordWordsMax,
  );
  if (strange !== undefined) refuse("keyword_not_taken", strange);
}

/** Search ad groups have a type, Demand Gen's have none and choose their places: YouTube's three. */
function kindOf({ campaign }: AdGroupSpec): Json {
  if (!campaign.placements.includes("youtube")) return { type: "SEARCH_STANDARD" };
  const selectedChannels = {
    youtubeInStream: true,
    youtubeInFeed: true,
    youtubeShorts: true,
    discover: false,
    gmail: false,
    display: false,
    maps: false,
  };
  return { demandGenAdGroupSettings: { channelControls: { selectedChannels } } };
}

/** Search has no optimized targeting. In Demand Gen it is on unless it is switched off. */
function expansionOf({ campaign, optimizedTargeting }: AdGroupSpec): Json {
  return campaign.placements.includes("youtube") ? { optimizedTargetingEnabled: optimizedTargeting } : {};
}

const criterionOf = (adGroup: string, fields: Json): Operation => ({
  adGroupCriterionOperation: { create: { adGroup, ...fields } },
});

/** Criteria never change: what is not wanted goes, what is missing comes. */
async function groupChanges(
  wire: Wire,
  account: AdAccountContext,
  platformId: string,
  order: AdGroupSpec,
): Promise<Operation[]> {
  const query = `SELECT ad_group_criterion.resource_name, ad_group_criterion.negative, ad_group_criterion.age_range.type, ad_group_criterion.gender.type, ad_group_criterion.keyword.text FROM ad_group_criterion WHERE ad_group.id = ${Number(platformId)} AND ad_group_criterion.type IN ('AGE_RANGE', 'GENDER', 'KEYWORD') AND ad_group_criterion.status != 'REMOVED'`;
  const rows = await allRows(wire, account, query, criterionRow);
  const standing = new Map(
    rows.map(({ adGroupCriterion: { resourceName, negative, ageRange, gender, keyword } }) => {
      const field = ageRange ? "ageRange" : gender ? "gender" : "keyword";
      return [keyOf(field, ageRange?.type ?? gender?.type ?? keyword?.text ?? "", negative), resourceName];
    }),
  );
  const wanted = new Map(groupCriteria(order).map(({ key, fields }) => [key, fields]));
  const adGroup = nameOf(account, "adGroups", platformId);
  return [
    ...[...standing]
      .filter(([key]) => !wanted.has(key))
      .map(([, name]) => ({ adGroupCriterionOperation: { remove: name } })),
    ...[...wanted].filter(([key]) => !standing.has(key)).map(([, fields]) => criterionOf(adGroup, fields)),
  ];
}

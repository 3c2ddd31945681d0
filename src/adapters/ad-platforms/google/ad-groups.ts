import { z } from "zod";
import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup, refuse, requireCapabilities } from "../shared/checks.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { type ApiClient, type Json, loadRows, type Operation } from "./api-client.ts";
import { loadCampaignChanges } from "./campaign-targeting.ts";
import { type Adjustments, createLabelled, retryAdjusted } from "./reference.ts";
import { formatName, isNameInUse, parseId, toResourceName } from "./resource-names.ts";
import { findLabelled } from "./states.ts";
import { toCriterionKey, toGroupCriteria } from "./targeting.ts";

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

/** Our ad group is Google's ad group. Its locations and devices are set on its campaign. */
export function makeAdGroups(client: ApiClient): AdGroupsPart {
  return {
    async createAdGroup(account, spec) {
      check(spec, account);
      const existing = await findLabelled(
        client,
        account,
        "ad_group",
        spec.reference,
        spec.platformCampaignId,
      );
      if (existing) return { platformId: existing.platformId };
      const onCampaign = await loadCampaignChanges(client, account, spec, null);
      const campaignId = spec.platformCampaignId;
      const preferredName = formatName(spec.name, spec.reference, false);
      const initial = {
        isNameTaken: await isNameInUse(client, account, "ad_group", preferredName, campaignId),
      };
      const adGroup = toResourceName(account, "adGroups", -1);
      const operations = ({ isNameTaken }: Adjustments): Operation[] => [
        {
          adGroupOperation: {
            create: {
              resourceName: adGroup,
              campaign: toResourceName(account, "campaigns", campaignId),
              status: "PAUSED",
              name: formatName(spec.name, spec.reference, isNameTaken),
              ...toAdGroupType(spec),
              ...toExpansion(spec),
            },
          },
        },
        ...toGroupCriteria(spec).map(({ fields }) => toCreateCriterion(adGroup, fields)),
        ...onCampaign,
      ];
      const created = await createLabelled(
        client,
        account,
        "ad_group",
        spec.reference,
        adGroup,
        operations,
        initial,
      );
      return { platformId: parseId(created[0] ?? "") };
    },
    async updateAdGroup(account, platformId, spec) {
      check(spec, account);
      const onCampaign = await loadCampaignChanges(client, account, spec, platformId);
      const onGroup = await loadGroupChanges(client, account, platformId, spec);
      const resourceName = toResourceName(account, "adGroups", platformId);
      const expansion = toExpansion(spec);
      await retryAdjusted(({ isNameTaken }) =>
        client.mutate(account, [
          {
            adGroupOperation: {
              update: {
                resourceName,
                name: formatName(spec.name, spec.reference, isNameTaken),
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

/** Google Ads API, Keywords: none of these characters. */
const forbiddenCharacters = /[!@%,*^()={};~`<>?\\|]/;

function check(spec: AdGroupSpec, account: AdAccountContext): void {
  checkAdGroup("google", spec, account);
  const wordsMax = requireCapabilities("google", spec.campaign.placements).keywords?.words ?? 0;
  const invalid = spec.keywords.find(
    (text) =>
      text.trim() === "" || forbiddenCharacters.test(text) || text.trim().split(/\s+/).length > wordsMax,
  );
  if (invalid !== undefined) refuse("keyword_not_accepted", invalid);
}

/** Search ad groups have a type. Demand Gen ad groups have none and choose their placements: YouTube's three. */
function toAdGroupType({ campaign }: AdGroupSpec): Json {
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
function toExpansion({ campaign, optimizedTargeting }: AdGroupSpec): Json {
  return campaign.placements.includes("youtube") ? { optimizedTargetingEnabled: optimizedTargeting } : {};
}

const toCreateCriterion = (adGroup: string, fields: Json): Operation => ({
  adGroupCriterionOperation: { create: { adGroup, ...fields } },
});

/** Criteria cannot be changed: those no longer desired are removed, and missing ones are created. */
async function loadGroupChanges(
  client: ApiClient,
  account: AdAccountContext,
  platformId: string,
  spec: AdGroupSpec,
): Promise<Operation[]> {
  const query = `SELECT ad_group_criterion.resource_name, ad_group_criterion.negative, ad_group_criterion.age_range.type, ad_group_criterion.gender.type, ad_group_criterion.keyword.text FROM ad_group_criterion WHERE ad_group.id = ${Number(platformId)} AND ad_group_criterion.type IN ('AGE_RANGE', 'GENDER', 'KEYWORD') AND ad_group_criterion.status != 'REMOVED'`;
  const rows = await loadRows(client, account, query, criterionRow);
  const existing = new Map(
    rows.map(({ adGroupCriterion: { resourceName, negative, ageRange, gender, keyword } }) => {
      const field = ageRange ? "ageRange" : gender ? "gender" : "keyword";
      return [
        toCriterionKey(field, ageRange?.type ?? gender?.type ?? keyword?.text ?? "", negative),
        resourceName,
      ];
    }),
  );
  const desired = new Map(toGroupCriteria(spec).map(({ key, fields }) => [key, fields]));
  const adGroup = toResourceName(account, "adGroups", platformId);
  return [
    ...[...existing]
      .filter(([key]) => !desired.has(key))
      .map(([, name]) => ({ adGroupCriterionOperation: { remove: name } })),
    ...[...desired]
      .filter(([key]) => !existing.has(key))
      .map(([, fields]) => toCreateCriterion(adGroup, fields)),
  ];
}

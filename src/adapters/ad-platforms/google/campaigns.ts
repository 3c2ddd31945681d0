import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AccountDay, toAccountDay } from "../shared/account-days.ts";
import { checkCampaign } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { loadScheduleChanges, toScheduleCreations } from "./ad-schedule.ts";
import { type ApiClient, type Json, loadRows, type Operation } from "./api-client.ts";
import { toBidding } from "./bidding.ts";
import { rejected } from "./faults.ts";
import { type Adjustments, createLabelled, retryAdjusted } from "./reference.ts";
import { formatName, isNameInUse, parseId, toResourceName } from "./resource-names.ts";
import { findLabelled } from "./states.ts";

const campaignRow = z.looseObject({
  campaign: z.looseObject({
    status: z.string(),
    campaignBudget: z.string(),
    startDateTime: z.string().optional(),
  }),
});

/** Our campaign is Google's campaign with its own budget: Search, or Demand Gen for YouTube. */
export function makeCampaigns(client: ApiClient, clock: Clock): CampaignsPart {
  const computeToday = ({ timeZone }: AdAccountContext) => toAccountDay(clock.now(), timeZone);
  return {
    async createCampaign(account, spec) {
      checkCampaign("google", spec, account);
      const existing = await findLabelled(client, account, "campaign", spec.reference, null);
      if (existing) return { platformId: existing.platformId };
      const schedule = toScheduleCreations(spec, account, toResourceName(account, "campaigns", -2));
      const isNameTaken = await isNameInUse(
        client,
        account,
        "campaign",
        formatName(spec.name, spec.reference, false),
      );
      const [budget, campaign] = [
        toResourceName(account, "campaignBudgets", -1),
        toResourceName(account, "campaigns", -2),
      ];
      const operations = (adjustments: Adjustments): Operation[] => [
        {
          campaignBudgetOperation: {
            // Another campaign could take a shared budget, and Demand Gen accepts none.
            create: { resourceName: budget, explicitlyShared: false, ...toBudgetAmount(spec) },
          },
        },
        {
          campaignOperation: {
            create: {
              resourceName: campaign,
              campaignBudget: budget,
              status: "PAUSED",
              ...toCampaignType(spec),
              ...toFields(spec, account, adjustments),
              ...toStart(spec, account, computeToday(account), adjustments),
              ...toBidding(spec, account).fields,
              // Required for every campaign with proximity targeting, wherever in the world it is.
              containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
            },
          },
        },
        ...schedule,
      ];
      const created = await createLabelled(
        client,
        account,
        "campaign",
        spec.reference,
        campaign,
        operations,
        {
          isNameTaken,
        },
      );
      return { platformId: parseId(created[1] ?? "") };
    },
    async updateCampaign(account, platformId, spec) {
      checkCampaign("google", spec, account);
      const existing = await loadCampaign(client, account, platformId);
      const schedule = await loadScheduleChanges(client, account, platformId, spec);
      await retryAdjusted((adjustments) => {
        const start = toMovedStart(spec, account, computeToday(account), existing, adjustments);
        return client.mutate(account, [
          ...toUpdateOperations(account, platformId, spec, existing, adjustments, start),
          ...schedule,
        ]);
      });
    },
  };
}

type ExistingCampaign = z.output<typeof campaignRow>["campaign"];

async function loadCampaign(
  client: ApiClient,
  account: AdAccountContext,
  platformId: string,
): Promise<ExistingCampaign> {
  const query = `SELECT campaign.status, campaign.campaign_budget, campaign.start_date_time FROM campaign WHERE campaign.id = ${Number(platformId)}`;
  const [found] = await loadRows(client, account, query, campaignRow);
  if (!found || found.campaign.status === "REMOVED")
    throw rejected(`unknown campaign ${platformId}`, "ad_accounts:not_found_there");
  return found.campaign;
}

function toUpdateOperations(
  account: AdAccountContext,
  platformId: string,
  spec: CampaignSpec,
  { campaignBudget }: ExistingCampaign,
  adjustments: Adjustments,
  start: Json,
): Operation[] {
  const bidding = toBidding(spec, account);
  const fields = { ...toFields(spec, account, adjustments), ...start };
  const mask = ["name", "endDateTime", bidding.mask, ...Object.keys(start)];
  return [
    {
      campaignBudgetOperation: {
        update: { resourceName: campaignBudget, ...toBudgetAmount(spec) },
        updateMask: "amountMicros",
      },
    },
    {
      campaignOperation: {
        update: {
          resourceName: toResourceName(account, "campaigns", platformId),
          ...fields,
          ...bidding.fields,
        },
        updateMask: mask.join(","),
      },
    },
  ];
}

const toBudgetAmount = ({ dailyBudget }: CampaignSpec) => ({ amountMicros: String(toMicro(dailyBudget)) });

/** Fields that never change. Demand Gen keeps locations on the campaign: proximity criteria exist only there. */
function toCampaignType({ placements }: CampaignSpec): Json {
  if (placements.includes("youtube"))
    return { advertisingChannelType: "DEMAND_GEN", demandGenCampaignSettings: { upgradedTargeting: false } };
  return {
    advertisingChannelType: "SEARCH",
    networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
    // People who are in the place, not those who only searched for it.
    geoTargetTypeSetting: { positiveGeoTargetType: "PRESENCE" },
  };
}

/** Both types run by whole days of the account: an end within a day means the end of that day. */
function toFields(spec: CampaignSpec, { timeZone }: AdAccountContext, { isNameTaken }: Adjustments): Json {
  const lastDay = spec.endsAt && toAccountDay(new Date(spec.endsAt.getTime() - 1), timeZone);
  return {
    name: formatName(spec.name, spec.reference, isNameTaken),
    ...(lastDay ? { endDateTime: `${lastDay} 23:59:59` } : {}),
  };
}

/** A start that is not in the future is not sent: Google refuses past starts, and starts today by default. */
function toStart(
  { startsAt }: CampaignSpec,
  { timeZone }: AdAccountContext,
  today: AccountDay,
  { startsImmediately }: Adjustments,
): Json {
  const day = toAccountDay(startsAt, timeZone);
  return day > today && !startsImmediately ? { startDateTime: `${day} 00:00:00` } : {};
}

/** Before a campaign has started its start can be moved, to today at the earliest. */
function toMovedStart(
  { startsAt }: CampaignSpec,
  { timeZone }: AdAccountContext,
  today: AccountDay,
  { startDateTime = "" }: ExistingCampaign,
  { startsImmediately }: Adjustments,
): Json {
  const desired = toAccountDay(startsAt, timeZone);
  const day = desired > today ? desired : today;
  const existing = startDateTime.slice(0, 10);
  const isMoved = existing > today && day !== existing && !startsImmediately;
  return isMoved ? { startDateTime: `${day} 00:00:00` } : {};
}

import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AccountDay, accountDayOf } from "../shared/account-days.ts";
import { checkCampaign } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { biddingOf } from "./bidding.ts";
import { rejected } from "./faults.ts";
import { idIn, isTaken, nameOf, writtenName } from "./names.ts";
import { type Concessions, conceding, makeLabelled } from "./reference.ts";
import { findLabelled } from "./states.ts";
import { allRows, type Json, type Operation, type Wire } from "./wire.ts";

const standingRow = z.looseObject({
  campaign: z.looseObject({
    status: z.string(),
    campaignBudget: z.string(),
    startDateTime: z.string().optional(),
  }),
});

/** Our campaign is Google's, with a budget of its own; Search or, for YouTube, Demand Gen. */
export function makeCampaigns(wire: Wire, clock: Clock): CampaignsPart {
  const today = ({ timeZone }: AdAccountContext) => accountDayOf(clock.now(), timeZone);
  return {
    async createCampaign(account, order) {
      checkCampaign("google", order, account);
      const standing = await findLabelled(wire, account, "campaign", order.reference, null);
      if (standing) return { platformId: standing.platformId };
      const isNameTaken = await isTaken(
        wire,
        account,
        "campaign",
        writtenName(order.name, order.reference, false),
      );
      const [budget, campaign] = [nameOf(account, "campaignBudgets", -1), nameOf(account, "campaigns", -2)];
      const operations = (concessions: Concessions): Operation[] => [
        {
          campaignBudgetOperation: {
            // A shared budget could be taken for another campaign, and Demand Gen takes none.
            create: { resourceName: budget, explicitlyShared: false, ...amountOf(order) },
          },
        },
        {
          campaignOperation: {
            create: {
              resourceName: campaign,
              campaignBudget: budget,
              status: "PAUSED",
              ...kindOf(order),
              ...fieldsOf(order, account, concessions),
              ...startOf(order, account, today(account), concessions),
              ...biddingOf(order, account).fields,
              // Required of every campaign with circles, wherever in the world they are.
              containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
            },
          },
        },
      ];
      const made = await makeLabelled(wire, account, "campaign", order.reference, campaign, operations, {
        isNameTaken,
      });
      return { platformId: idIn(made[1] ?? "") };
    },
    async updateCampaign(account, platformId, order) {
      checkCampaign("google", order, account);
      const standing = await standingCampaign(wire, account, platformId);
      await conceding((concessions) => {
        const start = movedStart(order, account, today(account), standing, concessions);
        return wire.mutate(account, changesOf(account, platformId, order, standing, concessions, start));
      });
    },
  };
}

type Standing = z.output<typeof standingRow>["campaign"];

async function standingCampaign(wire: Wire, account: AdAccountContext, platformId: string): Promise<Standing> {
  const query = `SELECT campaign.status, campaign.campaign_budget, campaign.start_date_time FROM campaign WHERE campaign.id = ${Number(platformId)}`;
  const [found] = await allRows(wire, account, query, standingRow);
  if (!found || found.campaign.status === "REMOVED")
    throw rejected(`no campaign ${platformId}`, "ad_accounts:not_found_there");
  return found.campaign;
}

function changesOf(
  account: AdAccountContext,
  platformId: string,
  order: CampaignSpec,
  { campaignBudget }: Standing,
  concessions: Concessions,
  start: Json,
): Operation[] {
  const bidding = biddingOf(order, account);
  const fields = { ...fieldsOf(order, account, concessions), ...start };
  const mask = ["name", "endDateTime", bidding.mask, ...Object.keys(start)];
  return [
    {
      campaignBudgetOperation: {
        update: { resourceName: campaignBudget, ...amountOf(order) },
        updateMask: "amountMicros",
      },
    },
    {
      campaignOperation: {
        update: { resourceName: nameOf(account, "campaigns", platformId), ...fields, ...bidding.fields },
        updateMask: mask.join(","),
      },
    },
  ];
}

const amountOf = ({ dailyBudget }: CampaignSpec) => ({ amountMicros: String(toMicro(dailyBudget)) });

/** What never changes. Demand Gen is told to keep places on the campaign: circles cannot stand anywhere else. */
function kindOf({ placements }: CampaignSpec): Json {
  if (placements.includes("youtube"))
    return { advertisingChannelType: "DEMAND_GEN", demandGenCampaignSettings: { upgradedTargeting: false } };
  return {
    advertisingChannelType: "SEARCH",
    networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
    // People who are in the place, not those who only asked about it.
    geoTargetTypeSetting: { positiveGeoTargetType: "PRESENCE" },
  };
}

/** Both kinds run by whole days of the account: an end within a day is the end of that day. */
function fieldsOf(order: CampaignSpec, { timeZone }: AdAccountContext, { isNameTaken }: Concessions): Json {
  const lastDay = order.endsAt && accountDayOf(new Date(order.endsAt.getTime() - 1), timeZone);
  return {
    name: writtenName(order.name, order.reference, isNameTaken),
    ...(lastDay ? { endDateTime: `${lastDay} 23:59:59` } : {}),
  };
}

/** A start that is not ahead is not told: Google takes none from the past, and begins today by itself. */
function startOf(
  { startsAt }: CampaignSpec,
  { timeZone }: AdAccountContext,
  today: AccountDay,
  { startsAtOnce }: Concessions,
): Json {
  const day = accountDayOf(startsAt, timeZone);
  return day > today && !startsAtOnce ? { startDateTime: `${day} 00:00:00` } : {};
}

/** Until a campaign has begun its start can be moved, to today at the earliest. */
function movedStart(
  { startsAt }: CampaignSpec,
  { timeZone }: AdAccountContext,
  today: AccountDay,
  { startDateTime = "" }: Standing,
  { startsAtOnce }: Concessions,
): Json {
  const wanted = accountDayOf(startsAt, timeZone);
  const day = wanted > today ? wanted : today;
  const standing = startDateTime.slice(0, 10);
  const isMoved = standing > today && day !== standing && !startsAtOnce;
  return isMoved ? { startDateTime: `${day} 00:00:00` } : {};
}

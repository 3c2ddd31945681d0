import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { bears, nameWith } from "../shared/reference.ts";
import type { Json, Wire } from "./wire.ts";
import { named, nameMax, onlyId } from "./wire-shapes.ts";

const objectives = { sales: "SALES", traffic: "TRAFFIC" } as const;

/** Campaigns carry the daily budget, over all their ad squads (Snap docs, Campaigns: `pacing_level` CAMPAIGN). */
export function makeCampaigns(wire: Wire): CampaignsPart {
  return {
    async createCampaign(account, order) {
      checkCampaign("snapchat", order, account);
      const standing = await campaignWith(wire, account, order.reference);
      if (standing) return { platformId: readAs(onlyId, standing).id };
      const made = await wire.write(
        account.accessToken,
        "POST",
        `/v1/adaccounts/${account.adAccountId}/campaigns`,
        "campaigns",
        { ...fieldsOf(order), ad_account_id: account.adAccountId, status: "PAUSED", buy_model: "AUCTION" },
      );
      return { platformId: readAs(onlyId, made).id };
    },
    async updateCampaign(account, platformId, order) {
      checkCampaign("snapchat", order, account);
      const current = await wire.readOne(account.accessToken, `/v1/campaigns/${platformId}`, "campaigns");
      // A PUT replaces the whole object: what the merchant took away has to be left out.
      const { end_time: _ended, ...kept } = current;
      await wire.write(
        account.accessToken,
        "PUT",
        `/v1/adaccounts/${account.adAccountId}/campaigns`,
        "campaigns",
        { ...kept, ...fieldsOf(order) },
      );
    },
  };
}

function fieldsOf(order: CampaignSpec): Json {
  return {
    name: nameWith(order.reference, order.name, nameMax),
    start_time: order.startsAt.toISOString(),
    ...(order.endsAt ? { end_time: order.endsAt.toISOString() } : {}),
    daily_budget_micro: toMicro(order.dailyBudget),
    pacing_level: "CAMPAIGN",
    objective_v2_properties: { objective_v2_type: objectives[order.objective] },
  };
}

/** The campaign that bears our reference, as Snapchat shows it, or null. */
export async function campaignWith(wire: Wire, account: AdAccountContext, reference: string): Promise<Json | null> {
  const path = `/v1/adaccounts/${account.adAccountId}/campaigns`;
  for await (const raw of wire.list(account.accessToken, path, "campaigns")) {
    if (bears(readAs(named, raw).name, reference)) return raw;
  }
  return null;
}

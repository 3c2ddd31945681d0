import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import { lineItemsFollow } from "./line-items.ts";
import { fundingOf } from "./accessible-accounts.ts";
import { bears, markOf, nameWith } from "./reference.ts";
import type { Json, Parameters, Wire } from "./wire.ts";
import { named, onlyId } from "./wire-shapes.ts";

/** X docs, Ads API, Campaigns. */
const nameMax = 255;

/** Campaigns carry name and daily budget; times, goal and bid stand on their line items, which follow a change. */
export function makeCampaigns(wire: Wire): CampaignsPart {
  return {
    async createCampaign(account, order) {
      checkCampaign("x", order, account);
      const standing = await campaignWith(wire, account, order.reference);
      if (standing) return { platformId: readAs(onlyId, standing).id };
      const made = await wire.write(account.accessToken, {
        method: "POST",
        path: `/accounts/${account.adAccountId}/campaigns`,
        parameters: {
          ...fieldsOf(order),
          funding_instrument_id: await payingInstrument(wire, account),
          entity_status: "PAUSED",
        },
      });
      return { platformId: readAs(onlyId, made).id };
    },
    async updateCampaign(account, platformId, order) {
      checkCampaign("x", order, account);
      await wire.write(account.accessToken, {
        method: "PUT",
        path: `/accounts/${account.adAccountId}/campaigns/${platformId}`,
        parameters: fieldsOf(order),
      });
      await lineItemsFollow(wire, account, platformId, order);
    },
  };
}

function fieldsOf(order: CampaignSpec): Parameters {
  return {
    name: nameWith(order.reference, order.name, nameMax),
    daily_budget_amount_local_micro: toMicro(order.dailyBudget),
  };
}

/** X spends from a means of payment; none can be added from here. */
async function payingInstrument(
  wire: Wire,
  { accessToken, adAccountId, currency }: AdAccountContext,
): Promise<string> {
  const able = (await fundingOf(wire, accessToken, adAccountId)).filter(({ able_to_fund }) => able_to_fund);
  const found = able.find((instrument) => instrument.currency === currency);
  if (!found) throw rejected("no funding instrument is able to fund", "ad_accounts:no_funding");
  return found.id;
}

/** The campaign that bears our reference, as X shows it, or null. */
export async function campaignWith(wire: Wire, account: AdAccountContext, reference: string): Promise<Json | null> {
  const path = `/accounts/${account.adAccountId}/campaigns`;
  for await (const raw of wire.list(account.accessToken, path, { q: markOf(reference) })) {
    if (bears(readAs(named, raw).name, reference)) return raw;
  }
  return null;
}

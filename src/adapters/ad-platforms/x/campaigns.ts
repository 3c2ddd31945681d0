import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { listFundingInstruments } from "./accessible-accounts.ts";
import type { ApiClient, Json, Parameters } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { updateLineItems } from "./line-items.ts";
import { formatObjectName, formatReference, hasReference } from "./reference.ts";
import { idSchema, namedSchema } from "./response-schemas.ts";

/** X docs, Ads API, Campaigns. */
const nameMax = 255;

/**
 * Campaigns have a name and a daily budget; schedule, goal and bid are set on their line items, which a change updates.
 */
export function makeCampaigns(client: ApiClient): CampaignsPart {
  return {
    async createCampaign(account, spec) {
      checkCampaign("x", spec, account);
      const existing = await findCampaign(client, account, spec.reference);
      if (existing) return { platformId: parseAs(idSchema, existing).id };
      const created = await client.write(account.accessToken, {
        method: "POST",
        path: `/accounts/${account.adAccountId}/campaigns`,
        parameters: {
          ...toFields(spec),
          funding_instrument_id: await loadFundingInstrument(client, account),
          entity_status: "PAUSED",
        },
      });
      return { platformId: parseAs(idSchema, created).id };
    },
    async updateCampaign(account, platformId, spec) {
      checkCampaign("x", spec, account);
      await client.write(account.accessToken, {
        method: "PUT",
        path: `/accounts/${account.adAccountId}/campaigns/${platformId}`,
        parameters: toFields(spec),
      });
      await updateLineItems(client, account, platformId, spec);
    },
  };
}

function toFields(spec: CampaignSpec): Parameters {
  return {
    name: formatObjectName(spec.reference, spec.name, nameMax),
    daily_budget_amount_local_micro: toMicro(spec.dailyBudget),
  };
}

/** X bills a funding instrument; none can be added through the API. */
async function loadFundingInstrument(
  client: ApiClient,
  { accessToken, adAccountId, currency }: AdAccountContext,
): Promise<string> {
  const fundable = (await listFundingInstruments(client, accessToken, adAccountId)).filter(
    ({ able_to_fund }) => able_to_fund,
  );
  const found = fundable.find((instrument) => instrument.currency === currency);
  if (!found) throw rejected("no funding instrument is able to fund", "ad_accounts:no_funding");
  return found.id;
}

/** The campaign with our reference, as X returns it, or null. */
export async function findCampaign(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
): Promise<Json | null> {
  const path = `/accounts/${account.adAccountId}/campaigns`;
  for await (const raw of client.list(account.accessToken, path, { q: formatReference(reference) })) {
    if (hasReference(parseAs(namedSchema, raw).name, reference)) return raw;
  }
  return null;
}

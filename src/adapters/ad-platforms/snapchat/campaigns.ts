import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { formatObjectName, hasReference } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { idSchema, namedSchema, nameMax } from "./response-schemas.ts";

const objectives = { sales: "SALES", traffic: "TRAFFIC" } as const;

/** Campaigns hold the daily budget over all their ad squads (Snap docs, Campaigns: `pacing_level` CAMPAIGN). */
export function makeCampaigns(client: ApiClient): CampaignsPart {
  return {
    async createCampaign(account, spec) {
      checkCampaign("snapchat", spec, account);
      const existing = await findCampaign(client, account, spec.reference);
      if (existing) return { platformId: parseAs(idSchema, existing).id };
      const created = await client.write(
        account.accessToken,
        "POST",
        `/v1/adaccounts/${account.adAccountId}/campaigns`,
        "campaigns",
        { ...toFields(spec), ad_account_id: account.adAccountId, status: "PAUSED", buy_model: "AUCTION" },
      );
      return { platformId: parseAs(idSchema, created).id };
    },
    async updateCampaign(account, platformId, spec) {
      checkCampaign("snapchat", spec, account);
      const current = await client.readOne(account.accessToken, `/v1/campaigns/${platformId}`, "campaigns");
      // A PUT replaces the whole object: fields that the merchant removed must be left out.
      const { end_time: _ended, ...unchanged } = current;
      await client.write(
        account.accessToken,
        "PUT",
        `/v1/adaccounts/${account.adAccountId}/campaigns`,
        "campaigns",
        { ...unchanged, ...toFields(spec) },
      );
    },
  };
}

function toFields(spec: CampaignSpec): Json {
  return {
    name: formatObjectName(spec.reference, spec.name, nameMax),
    start_time: spec.startsAt.toISOString(),
    ...(spec.endsAt ? { end_time: spec.endsAt.toISOString() } : {}),
    daily_budget_micro: toMicro(spec.dailyBudget),
    pacing_level: "CAMPAIGN",
    objective_v2_properties: { objective_v2_type: objectives[spec.objective] },
  };
}

/** The campaign with our reference, as Snapchat returns it, or null. */
export async function findCampaign(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
): Promise<Json | null> {
  const path = `/v1/adaccounts/${account.adAccountId}/campaigns`;
  for await (const raw of client.list(account.accessToken, path, "campaigns")) {
    if (hasReference(parseAs(namedSchema, raw).name, reference)) return raw;
  }
  return null;
}

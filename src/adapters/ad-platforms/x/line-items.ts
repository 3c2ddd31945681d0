import type { z } from "zod";
import type {
  AdAccountContext,
  AdGroupSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { collect } from "./accessible-accounts.ts";
import type { ApiClient, Json, Parameters } from "./api-client.ts";
import { farFutureEnd, retryWithEnd } from "./end-time.ts";
import { formatObjectName, formatReference, hasReference } from "./reference.ts";
import { idSchema, lineItem, namedSchema } from "./response-schemas.ts";
import { syncTargeting, toTargeting } from "./targeting.ts";
import { formatXTime } from "./times.ts";

/** X docs, Ads API, Line Items. */
const nameMax = 255;
const batchMax = 40;

/** Our ad group is X's line item: it has the schedule, the goal and the bid; the campaign has the budget. */
export function makeLineItems(client: ApiClient): AdGroupsPart {
  return {
    async createAdGroup(account, spec) {
      checkAdGroup("x", spec, account);
      const targeting = toTargeting(spec);
      const existing = await findLineItem(client, account, spec.reference, spec.platformCampaignId);
      const created = existing ?? (await create(client, account, spec));
      const { id } = parseAs(idSchema, created);
      await syncTargeting(client, account, id, targeting);
      return { platformId: id };
    },
    async updateAdGroup(account, platformId, spec) {
      checkAdGroup("x", spec, account);
      const targeting = toTargeting(spec);
      const path = `/accounts/${account.adAccountId}/line_items/${platformId}`;
      const existing = parseAs(lineItem, await client.read(account.accessToken, path));
      const desired = {
        name: formatObjectName(spec.reference, spec.name, nameMax),
        ...toExpansion(spec),
        ...toCampaignFields(spec.campaign, existing.primary_web_event_tag ?? null),
      };
      const parameters = diffLineItem(existing, desired);
      if (Object.keys(parameters).length > 0)
        await retryWithEnd(parameters, (sent) =>
          client.write(account.accessToken, { method: "PUT", path, parameters: sent }),
        );
      await syncTargeting(client, account, platformId, targeting);
    },
  };
}

function create(client: ApiClient, account: AdAccountContext, spec: AdGroupSpec): Promise<Json> {
  const path = `/accounts/${account.adAccountId}/line_items`;
  const desired: Parameters = {
    campaign_id: spec.platformCampaignId,
    name: formatObjectName(spec.reference, spec.name, nameMax),
    objective: "WEBSITE_CLICKS",
    product_type: "PROMOTED_TWEETS",
    placements: "ALL_ON_TWITTER",
    // It cannot be added later, and the campaign's objective may change to sales.
    primary_web_event_tag: account.pixelId,
    entity_status: "PAUSED",
    ...toExpansion(spec),
    ...toCampaignFields(spec.campaign, account.pixelId),
  };
  return retryWithEnd(desired, (sent) =>
    client.write(account.accessToken, { method: "POST", path, parameters: omitNulls(sent) }),
  );
}

/** X expands the audience only if the merchant enabled it. */
function toExpansion({ optimizedTargeting }: AdGroupSpec): Parameters {
  return { audience_expansion: optimizedTargeting ? "BROAD" : null };
}

/**
 * The fields that all line items of a campaign share. The cost per result is a cost per purchase: like the goal for
 * purchases, it needs the tag that counts them; without the tag the closest goal is link clicks.
 */
function toCampaignFields(campaign: CampaignSpec, tag: string | null): Parameters {
  const isTarget = campaign.biddingStrategy === "target_cpa" && campaign.targetCpa !== null;
  const seeksPurchases = tag !== null && (isTarget || campaign.objective === "sales");
  return {
    start_time: formatXTime(campaign.startsAt),
    end_time: campaign.endsAt && formatXTime(campaign.endsAt),
    goal: seeksPurchases ? "WEBSITE_CONVERSIONS" : "LINK_CLICKS",
    bid_strategy: isTarget ? "TARGET" : "AUTO",
    bid_amount_local_micro: isTarget && campaign.targetCpa !== null ? toMicro(campaign.targetCpa) : null,
  };
}

/** A create has no values to remove. */
function omitNulls(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
}

/** After a change of the campaign: applies schedule, goal and bid to its line items; each batch is atomic. */
export async function updateLineItems(
  client: ApiClient,
  account: AdAccountContext,
  campaignId: string,
  spec: CampaignSpec,
): Promise<void> {
  const path = `/accounts/${account.adAccountId}/line_items`;
  const existing = (
    await collect(client.list(account.accessToken, path, { campaign_ids: [campaignId] }))
  ).map((raw) => parseAs(lineItem, raw));
  const changes = existing
    .map((one) => ({
      one,
      change: diffLineItem(one, toCampaignFields(spec, one.primary_web_event_tag ?? null)),
    }))
    .filter(({ change }) => Object.keys(change).length > 0);
  for (let from = 0; from < changes.length; from += batchMax) {
    const batch = changes.slice(from, from + batchMax);
    await retryWithEnd({ end_time: spec.endsAt && formatXTime(spec.endsAt) }, ({ end_time }) =>
      client.call(account.accessToken, {
        method: "POST",
        path: `/batch${path}`,
        json: batch.map(({ one, change }) => ({
          operation_type: "Update",
          params: { line_item_id: one.id, ...change, ...("end_time" in change ? { end_time } : {}) },
        })),
      }),
    );
  }
}

/**
 * The parameters that differ: a start that has not changed is not sent again, and a far future end counts as no end.
 */
function diffLineItem(existing: z.output<typeof lineItem>, desired: Parameters): Parameters {
  const comparable: z.output<typeof lineItem> =
    existing.end_time === farFutureEnd ? { ...existing, end_time: null } : existing;
  return Object.fromEntries(
    Object.entries(desired).filter(([name, value]) => (comparable[name] ?? null) !== value),
  );
}

/** The line item with our reference, in the given campaign or anywhere in the account. */
export async function findLineItem(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
  campaignId: string | null,
): Promise<Json | null> {
  const path = `/accounts/${account.adAccountId}/line_items`;
  const parameters = { q: formatReference(reference), ...(campaignId ? { campaign_ids: [campaignId] } : {}) };
  for await (const raw of client.list(account.accessToken, path, parameters)) {
    if (hasReference(parseAs(namedSchema, raw).name, reference)) return raw;
  }
  return null;
}

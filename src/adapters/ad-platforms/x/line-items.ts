import type { z } from "zod";
import type { AdAccountContext, AdGroupSpec, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { endless, withEnd } from "./ends.ts";
import { all } from "./accessible-accounts.ts";
import { bears, markOf, nameWith } from "./reference.ts";
import { targetingOf, targetLineItem } from "./targeting.ts";
import { xTime } from "./times.ts";
import type { Json, Parameters, Wire } from "./wire.ts";
import { lineItem, named, onlyId } from "./wire-shapes.ts";

/** X docs, Ads API, Line Items. */
const nameMax = 255;
const batchMax = 40;

/** Our ad group is X's line item: it has the times, the goal and the bid; the campaign has the budget. */
export function makeLineItems(wire: Wire): AdGroupsPart {
  return {
    async createAdGroup(account, order) {
      checkAdGroup("x", order, account);
      const targeting = targetingOf(order);
      const standing = await lineItemWith(wire, account, order.reference, order.platformCampaignId);
      const made = standing ?? (await create(wire, account, order));
      const { id } = readAs(onlyId, made);
      await targetLineItem(wire, account, id, targeting);
      return { platformId: id };
    },
    async updateAdGroup(account, platformId, order) {
      checkAdGroup("x", order, account);
      const targeting = targetingOf(order);
      const path = `/accounts/${account.adAccountId}/line_items/${platformId}`;
      const standing = readAs(lineItem, await wire.read(account.accessToken, path));
      const wanted = {
        name: nameWith(order.reference, order.name, nameMax),
        ...expansionOf(order),
        ...runningOf(order.campaign, standing.primary_web_event_tag ?? null),
      };
      const parameters = changesOf(standing, wanted);
      if (Object.keys(parameters).length > 0)
        await withEnd(parameters, (sent) =>
          wire.write(account.accessToken, { method: "PUT", path, parameters: sent }),
        );
      await targetLineItem(wire, account, platformId, targeting);
    },
  };
}

function create(wire: Wire, account: AdAccountContext, order: AdGroupSpec): Promise<Json> {
  const path = `/accounts/${account.adAccountId}/line_items`;
  const wanted: Parameters = {
    campaign_id: order.platformCampaignId,
    name: nameWith(order.reference, order.name, nameMax),
    objective: "WEBSITE_CLICKS",
    product_type: "PROMOTED_TWEETS",
    placements: "ALL_ON_TWITTER",
    // It cannot be added later, and a campaign may come to look for purchases.
    primary_web_event_tag: account.pixelId,
    entity_status: "PAUSED",
    ...expansionOf(order),
    ...runningOf(order.campaign, account.pixelId),
  };
  return withEnd(wanted, (sent) =>
    wire.write(account.accessToken, { method: "POST", path, parameters: withoutEmpty(sent) }),
  );
}

/** Without the merchant's wish X does not widen the audience. */
function expansionOf({ optimizedTargeting }: AdGroupSpec): Parameters {
  return { audience_expansion: optimizedTargeting ? "BROAD" : null };
}

/**
 * What a campaign's line items share. A price for a result is a price for a purchase: it needs the tag that knows of it,
 * as looking for purchases does; without one the nearest thing is a click on the link.
 */
function runningOf(campaign: CampaignSpec, tag: string | null): Parameters {
  const isTarget = campaign.biddingStrategy === "target_cpa" && campaign.targetCpa !== null;
  const seeksPurchases = tag !== null && (isTarget || campaign.objective === "sales");
  return {
    start_time: xTime(campaign.startsAt),
    end_time: campaign.endsAt && xTime(campaign.endsAt),
    goal: seeksPurchases ? "WEBSITE_CONVERSIONS" : "LINK_CLICKS",
    bid_strategy: isTarget ? "TARGET" : "AUTO",
    bid_amount_local_micro: isTarget && campaign.targetCpa !== null ? toMicro(campaign.targetCpa) : null,
  };
}

/** In a create there is nothing to take away. */
function withoutEmpty(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
}

/** After a change of the campaign: its line items take over times, goal and bid, all of a batch or none. */
export async function lineItemsFollow(
  wire: Wire,
  account: AdAccountContext,
  campaignId: string,
  order: CampaignSpec,
): Promise<void> {
  const path = `/accounts/${account.adAccountId}/line_items`;
  const standing = (await all(wire.list(account.accessToken, path, { campaign_ids: [campaignId] }))).map(
    (raw) => readAs(lineItem, raw),
  );
  const changes = standing
    .map((one) => ({ one, change: changesOf(one, runningOf(order, one.primary_web_event_tag ?? null)) }))
    .filter(({ change }) => Object.keys(change).length > 0);
  for (let from = 0; from < changes.length; from += batchMax) {
    const batch = changes.slice(from, from + batchMax);
    await withEnd({ end_time: order.endsAt && xTime(order.endsAt) }, ({ end_time }) =>
      wire.ask(account.accessToken, {
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

/** An update names only what is to change: a start that has been need not be told again, nor "no end" where none is near. */
function changesOf(standing: z.output<typeof lineItem>, wanted: Parameters): Parameters {
  const told: z.output<typeof lineItem> =
    standing.end_time === endless ? { ...standing, end_time: null } : standing;
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => (told[name] ?? null) !== value));
}

/** The line item that bears our reference, in the named campaign or anywhere in the account. */
export async function lineItemWith(
  wire: Wire,
  account: AdAccountContext,
  reference: string,
  campaignId: string | null,
): Promise<Json | null> {
  const path = `/accounts/${account.adAccountId}/line_items`;
  const parameters = { q: markOf(reference), ...(campaignId ? { campaign_ids: [campaignId] } : {}) };
  for await (const raw of wire.list(account.accessToken, path, parameters)) {
    if (bears(readAs(named, raw).name, reference)) return raw;
  }
  return null;
}

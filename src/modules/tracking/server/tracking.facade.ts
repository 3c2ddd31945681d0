import { classifyRequest } from "./classify-request.ts";
import { countDestinationOrders } from "./count-destination-orders.ts";
import { findAttribution } from "./find-attribution.ts";
import { findOrderClicks, type OrderClick } from "./find-order-clicks.ts";
import { findOrderProof, type OrderProof } from "./find-order-proof.ts";
import { setLinkCampaign } from "./links.store.ts";
import { readAttribution } from "./read-attribution.ts";
import { streamClickDays } from "./stream-click-days.ts";
import { type UpsertAdLinkDeps, upsertAdLink } from "./upsert-ad-link.ts";

export type { OrderClick, OrderProof };

/** The only access to this module for other modules' servers. */
export function makeTrackingFacade(deps: UpsertAdLinkDeps) {
  return {
    /** The ad's tracking link, always the same one; refuses `tracking.destination_not_registered`. */
    upsertAdLink: upsertAdLink(deps),
    /** The campaign's name or placements have changed, and with them what its ads' links are found by and their UTM tags. */
    setLinkCampaign,
    /** Whom the order counts for by default (last click, 28 days); null when nothing is proven. */
    findAttribution,
    /** The click behind each of these orders, with what its ad platform added to the link. */
    findOrderClicks,
    /** The same with what proves it; null when no ad is proven. */
    findOrderProof,
    /** Orders and sales by campaign, ad group or ad, first and last click side by side. */
    readAttribution,
    /** Orders after clicks on links that lead to these addresses. */
    countDestinationOrders,
    /** Whether a person or a program opened a page of ours. */
    classifyRequest,
    /** The clicks of all merchants by ad and Riyadh day, page by page. */
    streamClickDays,
  };
}

export type TrackingFacade = ReturnType<typeof makeTrackingFacade>;

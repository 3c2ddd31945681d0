import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { AccountPoll } from "../contract/account-polls.ts";
import { findAccountSpend, listAccountSpend } from "./account-spend.ts";
import { findCompleteUntil } from "./complete-until.ts";
import { listAnswers, listDayOrders, loadAnswerBody } from "./find-answers.ts";
import { listAccountPolls, listSilentAccounts } from "./list-account-polls.ts";
import { listAdResults } from "./list-ad-results.ts";
import { listKnownChanges } from "./list-known-changes.ts";
import { listMerchantsWithSpend } from "./list-merchants-with-spend.ts";
import {
  hasAnyFigures,
  loadCampaignFigures,
  loadCampaignSums,
  loadHomeFigures,
  loadHourFigures,
} from "./load-figures.ts";
import { loadListFigures } from "./load-list-figures.ts";
import { loadUsualShare } from "./load-usual-share.ts";
import { listPlatforms } from "./measured.store.ts";
import { listOrdersPlacedAfter, listReportedOrders } from "./orders/list-orders.ts";
import { loadDeliveryRates } from "./orders/load-delivery-rates.ts";
import { loadDeliveredEstimates } from "./orders/load-estimates.ts";
import {
  loadClickedBefore,
  loadPlacedAfter,
  loadRivalSums,
  loadWitnessCounts,
} from "./orders/load-order-steps.ts";
import { loadOrderSums } from "./orders/load-order-sums.ts";
import { queryFigures } from "./query-figures.ts";
import { queryOrderHours, queryOrders, queryProducts } from "./query-orders.ts";

/** How the metric table's values are computed from sums, for rows that a caller adds up itself. */
export { computeKnownMetrics, computeMetrics, listSums, type Sums } from "../domain/compute-metrics.ts";
export type { DeliveryRates } from "../domain/delivery-rates.ts";
/** Figures of each campaign as subqueries, for a statement that sorts or sums campaigns by them. */
export { rankCampaigns, sumsByCampaign } from "./figures-by-campaign.ts";
/**
 * Who is measured. A module above calls these where it writes its own tables, so that no change can be forgotten; they
 * depend on nothing but the caller's transaction.
 */
export { recordAds, recordCampaign } from "./measured.store.ts";
export type { ListedOrder, ListOrdersInput } from "./orders/list-orders.ts";
export type { StepSums } from "./orders/load-order-steps.ts";
export type { OrderSumsOfKind } from "./orders/load-order-sums.ts";
export type { OrdersFilter } from "./orders/orders-filter.ts";

/** The only access to this module for other modules' servers. */
export type FiguresFacade = {
  /** Any metrics by any dimensions, now or as they were known at an instant. */
  query: typeof queryFigures;
  /** The stores' orders, brought by ads or not, by day, store, city and campaign. */
  queryOrders: typeof queryOrders;
  /** The same by weekday and hour. */
  queryOrderHours: typeof queryOrderHours;
  /** What each product sold. */
  queryProducts: typeof queryProducts;
  /** The merchant's figures up to today by day and by platform, in one prepared statement. */
  loadHomeFigures: typeof loadHomeFigures;
  /** One campaign's in a period, with its ads', in one prepared statement. Of another merchant's there are none. */
  loadCampaignFigures: typeof loadCampaignFigures;
  /** Those of campaigns by the hour of the day. */
  loadHourFigures: typeof loadHourFigures;
  /** Sums of the named campaigns, for lists. */
  loadCampaignSums: typeof loadCampaignSums;
  /** What a list shows of the named campaigns: a period's figures, its last days one by one, and today's spend. */
  loadListFigures: typeof loadListFigures;
  /** The days of campaigns as they became known, morning by morning. */
  listKnownChanges: typeof listKnownChanges;
  /** Of all merchants, page after page: for the product itself. */
  listMerchantsWithSpend: typeof listMerchantsWithSpend;
  /** What each ad brought that reached some thresholds. */
  listAdResults: typeof listAdResults;
  /** How much of a day's spend has usually happened by this time of the day. */
  loadUsualShare: typeof loadUsualShare;
  /** Whether anything was ever shown or sold, for the merchant or for one campaign. */
  hasAnyFigures: typeof hasAnyFigures;
  /** How current sums over all ad accounts are, as ISO; null while one that counts was never polled. */
  findCompleteUntil: typeof findCompleteUntil;
  /** How current the figures of each ad account are. */
  listAccountPolls(ctx: ReadContext): Promise<{ items: AccountPoll[] }>;
  /** What the platforms answered about days of campaigns, as it was received. */
  listAnswers: typeof listAnswers;
  loadAnswerBody: typeof loadAnswerBody;
  /** The orders that a campaign brought on a day. */
  listDayOrders: typeof listDayOrders;
  /** The reported spend of all merchants' ad accounts by day: to compare it with other books. */
  listAccountSpend: typeof listAccountSpend;
  findAccountSpend: typeof findAccountSpend;
  /** Orders of all stores, whether ads brought them or not: sums by state, from the roll-up. */
  loadOrderSums: typeof loadOrderSums;
  /** How the store's orders end, by city, product and source; and what is delivered of open ones, with a range. */
  loadDeliveryRates: typeof loadDeliveryRates;
  loadDeliveredEstimates: typeof loadDeliveredEstimates;
  /** Orders by cursor, and those placed after the days on which they were clicked. */
  listReportedOrders: typeof listReportedOrders;
  listOrdersPlacedAfter: typeof listOrdersPlacedAfter;
  /** Orders that two platforms could claim, and those whose click and purchase lie on two sides of a period's edge. */
  loadRivalSums: typeof loadRivalSums;
  loadClickedBefore: typeof loadClickedBefore;
  loadPlacedAfter: typeof loadPlacedAfter;
  /** What proves the orders that ads brought. */
  loadWitnessCounts: typeof loadWitnessCounts;
  /** The platforms of the merchant's campaigns. */
  listPlatforms: typeof listPlatforms;
  /** Accounts whose platform has not responded for hours. */
  listSilentAccounts: typeof listSilentAccounts;
};

export function makeFiguresFacade(deps: { systemClock: Clock }): FiguresFacade {
  return {
    query: queryFigures,
    queryOrders,
    queryOrderHours,
    queryProducts,
    loadHomeFigures,
    loadCampaignFigures,
    loadHourFigures,
    loadCampaignSums,
    loadListFigures,
    listKnownChanges,
    listMerchantsWithSpend,
    listAdResults,
    loadUsualShare,
    hasAnyFigures,
    findCompleteUntil,
    listAccountPolls: listAccountPolls(deps),
    listSilentAccounts,
    listAnswers,
    loadAnswerBody,
    listDayOrders,
    loadOrderSums,
    loadDeliveryRates,
    loadDeliveredEstimates,
    listReportedOrders,
    listOrdersPlacedAfter,
    loadRivalSums,
    loadClickedBefore,
    loadPlacedAfter,
    loadWitnessCounts,
    listPlatforms,
    listAccountSpend,
    findAccountSpend,
  };
}

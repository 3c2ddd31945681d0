import { halalas } from "#base/shared/money.ts";
import type { Metric } from "#modules/figures/contract/metrics.ts";

/** The enum values of this module, as they are on the wire and in the database. */

export const statuses = ["created", "active", "paused", "archived", "deleted"] as const;
export type Status = (typeof statuses)[number];

export const actions = ["start", "pause", "relaunch", "archive", "delete"] as const;
export type Action = (typeof actions)[number];

/** Changes of status that many campaigns take at once. `start` also runs again what was paused. */
export const bulkStatusActions = ["pause", "start", "archive", "delete"] as const;
export type BulkStatusAction = (typeof bulkStatusActions)[number];
/** What can be done to many campaigns at once. */
export const bulkActions = [...bulkStatusActions, "budget", "duplicate"] as const;
export type BulkAction = (typeof bulkActions)[number];
/** How many at once, and how many at once are duplicated: a copy has all ad groups and ads of its original. */
export const bulkMax = 500;
export const duplicateMax = 50;

/**
 * How far the platform follows: nothing sent yet, in progress, equal on both sides, refused, or waiting until the ad
 * account is linked again.
 */
export const syncs = ["local", "pending", "synced", "failed", "disconnected"] as const;
export type Sync = (typeof syncs)[number];

/** Who or what stopped it: the merchant, an empty wallet, its end date, or a store that is closed or not connected. */
export const statusReasons = ["merchant", "money", "ended", "store", "rule", "licence"] as const;
export type StatusReason = (typeof statusReasons)[number];

export { type Objective, objectives } from "#modules/ad-accounts/contract/platforms.ts";

export const genders = ["all", "male", "female"] as const;

/** The age ranges a merchant chooses from. Some overlap. */
export const ageRanges = [
  "18-24",
  "25-34",
  "35-44",
  "45-54",
  "55-64",
  "65+",
  "13-35",
  "13-49",
  "35+",
] as const;
export type AgeRange = (typeof ageRanges)[number];

/** Our own maximum lengths, apart from any platform's: names, the merchant's own campaign id, a note. */
export const nameMax = 120;
export const ownNumberMax = 60;
export const noteMax = 1_000;
/** The largest daily budget, in halalas: a million riyals is a slip of the finger. */
export const budgetMax = halalas(1_000_000_00);

/** Spec: "headline under 27 characters". */
export const headlineMax = 26;

/** The steps of the form; a draft remembers at which it was left. */
export const draftSteps = ["goal", "audience", "ad", "review"] as const;
export type DraftStep = (typeof draftSteps)[number];

/** The most ad groups of a campaign and ads of a group that one form may hold: its work stays bounded. */
export const planMax = { adGroups: 10, adsPerGroup: 10 } as const;

/** Fields of a campaign, an ad group or an ad that a platform does not take as they are. */
export const droppedFields = [
  "objective",
  "bidding",
  "hours",
  "locations",
  "devices",
  "optimized",
  "keywords",
  "media",
  "headlines",
  "descriptions",
  "call_to_action",
] as const;
export type DroppedField = (typeof droppedFields)[number];

/** Minutes that campaigns of a closed store keep running, unless the merchant chose others; at most a week. */
export const defaultGraceMinutes = 120;
export const graceMinutesMax = 10_080;

/** What the platform made of a change; `replaced`: it was changed again before the platform had confirmed it. */
export const changeOutcomes = ["confirmed", "refused", "disconnected", "replaced", "waiting"] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

/** Drafts a merchant may have, the size of one's content as JSON, and the days an untouched one is kept. */
export const draftsMax = 50;
export const draftKibibytesMax = 64;
export const draftDaysMax = 90;
/** In place of a browser's label: the product prepared the draft, and nobody has changed it since. */
export const preparedBy = "season-draft";

/** Sort keys of the list by the campaign itself; `created` is the order of creation. */
export const fieldSortKeys = ["created", "name", "start", "budget"] as const;
export type FieldSortKey = (typeof fieldSortKeys)[number];

/** Sort keys by the period's figures, and the metric of each. Campaigns without figures come last in both directions. */
export const figureSorts = {
  spend: "spend_halalas",
  orders: "orders_placed",
  sales: "sales_placed_halalas",
  orders_delivered: "orders_delivered",
  sales_delivered: "sales_delivered_halalas",
  roas_placed: "roas_placed",
  roas_delivered: "roas_delivered",
  cost_per_order: "cost_per_order_halalas",
} as const satisfies Record<string, Metric>;
export type FigureSortKey = keyof typeof figureSorts;

export const sortKeys = [...fieldSortKeys, ...(Object.keys(figureSorts) as FigureSortKey[])] as const;
export type SortKey = FieldSortKey | FigureSortKey;

/** Lists of campaigns that are no single status: those that wait for the merchant, and those that have not ended. */
export const listViews = ["needs_decision", "open"] as const;
export type ListView = (typeof listViews)[number];

/** Saved views a member may have, and the length of their names. */
export const savedViewsMax = 20;
/** Licences a merchant may record. */
export const adLicencesMax = 200;
export const savedViewNameMax = 40;

/** What a search finds is counted up to here. */
export const searchCountMax = 500;

/** The list's columns that a merchant may hide; the name always stays. */
export const listColumns = [
  "budget",
  "today",
  "spend",
  "orders",
  "sales",
  "roas_placed",
  "roas_delivered",
  "cost_per_order",
  "days",
  "dates",
] as const;
export type ListColumn = (typeof listColumns)[number];

/** The files a list is exported as. */
export const exportFormats = ["xlsx", "csv"] as const;

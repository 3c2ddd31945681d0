import { halalas } from "#base/shared/money.ts";

/** The enum values of this module, as they are on the wire and in the database. */

export const statuses = ["created", "active", "paused", "archived", "deleted"] as const;
export type Status = (typeof statuses)[number];

export const actions = ["start", "pause", "relaunch", "archive", "delete"] as const;
export type Action = (typeof actions)[number];

/** What can be done to many campaigns at once, and to how many. `start` also runs again what was paused. */
export const bulkActions = ["pause", "start"] as const;
export type BulkAction = (typeof bulkActions)[number];
export const bulkMax = 500;

/**
 * How far the platform follows: nothing sent yet, in progress, equal on both sides, refused, or waiting until the ad
 * account is linked again.
 */
export const syncs = ["local", "pending", "synced", "failed", "disconnected"] as const;
export type Sync = (typeof syncs)[number];

/** Who stopped it, when it was not the merchant. */
export const statusReasons = ["merchant", "money", "ended"] as const;
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

/** Drafts a merchant may have, the size of one's content as JSON, and the days an untouched one is kept. */
export const draftsMax = 50;
export const draftKibibytesMax = 64;
export const draftDaysMax = 90;

/** Sort keys of the list; `created` is the order of creation. */
export const sortKeys = ["created", "name", "start", "budget"] as const;
export type SortKey = (typeof sortKeys)[number];

/** The words of this room, as they stand on the wire and in the database. */

export const statuses = ["created", "active", "paused", "archived", "deleted"] as const;
export type Status = (typeof statuses)[number];

export const actions = ["start", "pause", "relaunch", "archive", "delete"] as const;
export type Action = (typeof actions)[number];

/**
 * How far the platform has followed: nothing sent yet, on its way, the same on both sides, refused, or held back until
 * the ad account is linked again.
 */
export const syncs = ["local", "pending", "synced", "failed", "disconnected"] as const;
export type Sync = (typeof syncs)[number];

/** Who stopped it, when it was not simply the merchant. */
export const statusReasons = ["merchant", "money", "ended"] as const;
export type StatusReason = (typeof statusReasons)[number];

export { type Objective, objectives } from "#modules/ad-accounts/contract/platforms.ts";

export const genders = ["all", "male", "female"] as const;
export type Gender = (typeof genders)[number];

/** The age ranges a merchant picks from; some lie inside others. */
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

/** Lengths of ours, apart from any platform's: of names, of a merchant's own number, of a note. */
export const nameMax = 120;
export const ownNumberMax = 60;
export const noteMax = 1_000;

/** Spec: "headline under 27 characters". */
export const headlineMax = 26;

/** What the list may be ordered by; `created` is the order of birth. */
export const sortKeys = ["created", "name", "start", "budget"] as const;
export type SortKey = (typeof sortKeys)[number];

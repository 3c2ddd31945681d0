import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { bulkActions, bulkMax, bulkStatusActions, droppedFields, duplicateMax, statuses } from "./enums.ts";
import { id } from "./shapes.ts";

/** Changes of many campaigns at once, and what each of them would become. */

const idsUpTo = (max: number) =>
  z
    .array(id)
    .min(1)
    .max(max)
    .refine((ids) => new Set(ids).size === ids.length, { error: "base:value_not_valid" });

/** The most that is added to a daily budget, or taken from it, at once: a million riyals. */
const budgetStepMax = 100_000_000;

/**
 * A daily budget for each campaign, or more or less of its own: a share in basis points (2_000 is 20 % more), or an
 * amount.
 */
export const budgetChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("set"), daily_budget_halalas: halalasSchema.min(0) }),
  z.strictObject({ kind: z.literal("percent"), basis_points: z.number().int().min(-9_000).max(50_000) }),
  z.strictObject({
    kind: z.literal("amount"),
    change_halalas: halalasSchema.min(-budgetStepMax).max(budgetStepMax),
  }),
]);
export type BudgetChange = z.output<typeof budgetChange>;

export const bulkBody = z.discriminatedUnion("action", [
  z.strictObject({ action: z.enum(bulkStatusActions), ids: idsUpTo(bulkMax) }),
  z.strictObject({ action: z.literal("budget"), ids: idsUpTo(bulkMax), change: budgetChange }),
  z.strictObject({
    action: z.literal("duplicate"),
    ids: idsUpTo(duplicateMax),
    /** The ad account of another platform that the copies are for; null: each stays where its original is. */
    target: z.strictObject({ platform: z.enum(platforms), ad_account_id: id }).nullable(),
  }),
]);
export type BulkBody = z.output<typeof bulkBody>;
export type DuplicateTarget = Extract<BulkBody, { action: "duplicate" }>["target"];

const previewItem = z.object({
  id,
  name: z.string(),
  platform: z.enum(platforms),
  /** The status and the daily budget now and afterwards. */
  status: z.enum(statuses),
  status_after: z.enum(statuses),
  daily_budget_halalas: halalasSchema,
  daily_budget_after_halalas: halalasSchema,
  /** What the wallet would hold for it in addition, after those before it. */
  reserve_growth_halalas: halalasSchema,
  /** Fields of a copy that its new platform does not take as they are. */
  dropped: z.array(z.enum(droppedFields)),
  /** Why it would be refused, in the reader's language; null when nothing speaks against it. */
  problem: z.string().nullable(),
});
export type BulkPreviewItem = z.output<typeof previewItem>;

export const bulkPreview = z.object({
  action: z.enum(bulkActions),
  /** In the order they were given; those that are not the merchant's, or deleted, are left out. */
  items: z.array(previewItem),
});
export type BulkPreview = z.output<typeof bulkPreview>;

import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import type { CampaignRecord } from "./records.ts";

/** Whose entries the change log reads; the wallet records its holds of a campaign under the same subject. */
export const auditModule = "campaigns";

/** What the merchant sets, and what decides whether the campaign may cost money. */
const auditedFields = [
  "name",
  "ad_account_id",
  "store_id",
  "placements",
  "landing_url",
  "objective",
  "bidding_strategy",
  "target_cpa_halalas",
  "target_roas",
  "client_campaign_id",
  "starts_at",
  "ends_at",
  "hours",
  "daily_budget_halalas",
  "status",
  "status_reason",
  "reserve_halalas",
  "drift_status",
  "drift_daily_budget_halalas",
] as const satisfies readonly (keyof CampaignRecord)[];

export type CampaignAction = `campaign.${string}`;
type OtherAction =
  `${"ad_group" | "ad" | "plan" | "draft" | "season_draft" | "store_watch" | "view" | "ad_licence" | "ad_law"}.${string}`;
type Change = { before?: object; after?: object };

/** Records a change of a campaign, with the fields that differ. */
export function auditCampaign(
  ctx: Context,
  action: CampaignAction,
  { before, after }: { before: CampaignRecord; after: CampaignRecord },
): Promise<void> {
  return recordAudit(ctx, {
    module: auditModule,
    action,
    subject: after.id,
    ...pickChanges(before, after, auditedFields),
  });
}

/** Records a change that is named by the caller: something created, an ad group, an ad, a plan, a draft, a decision. */
export function auditChange(
  ctx: Context,
  action: CampaignAction | OtherAction,
  subject: string,
  change: Change,
): Promise<void> {
  return recordAudit(ctx, { module: auditModule, action, subject, ...change });
}

/** The fields that differ, as they were and as they are now. */
export function pickChanges<Fields extends object>(
  before: Fields,
  after: Fields,
  fields: readonly (keyof Fields)[] = Object.keys(after) as (keyof Fields)[],
): { before: Partial<Fields>; after: Partial<Fields> } {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (row: Fields) =>
    Object.fromEntries(changed.map((field) => [field, row[field]])) as Partial<Fields>;
  return { before: pick(before), after: pick(after) };
}

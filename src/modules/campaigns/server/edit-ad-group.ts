import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { auditChange, pickChanges } from "./campaigns.audit.ts";
import { lockAdGroup } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { publishEdited } from "./publish-edited.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts">;

/** Changes an ad group's audience. When the campaign exists on the platform, the change is sent. */
export const editAdGroup =
  ({ adAccounts }: Deps) =>
  (ctx: ReadContext, { adGroupId, fields }: { adGroupId: string; fields: AdGroupFields }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const { campaign, adGroup } = await lockAdGroup(ctx, adGroupId);
      refuseIfClosed(campaign);
      refuseIfClosed(adGroup);
      refuseProblems(checkAdGroup(fields, requireCapabilities(adAccounts, campaign)));
      await ctx.tx.run(sql`
        update campaigns.ad_groups set name = ${fields.name}, age_ranges = ${JSON.stringify(fields.age_ranges)},
          excluded_age_ranges = ${JSON.stringify(fields.excluded_age_ranges)}, gender = ${fields.gender},
          locations = ${JSON.stringify(fields.locations)}, devices = ${JSON.stringify(fields.devices)},
          optimized_targeting = ${fields.optimized_targeting}, keywords = ${JSON.stringify(fields.keywords)},
          desired_generation = desired_generation + 1, fault_key = null, fault_text = null, updated_at = ${ctx.now}
        where id = ${adGroupId}`);
      await auditChange(ctx, "ad_group.edited", adGroupId, pickChanges<AdGroupFields>(adGroup, fields));
      await publishEdited(ctx, campaign);
    });

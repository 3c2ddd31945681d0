import { type ReadContext, transact } from "#base/server/context.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import { saveAdGroup } from "./ad-groups.store.ts";
import { auditChange, pickChanges } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { lockAdGroup } from "./lock-children.ts";
import { publishEdited } from "./publish-edited.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { clearFaults } from "./sync/differences.store.ts";

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
      await saveAdGroup(ctx, { id: adGroupId, fields });
      await clearFaults(ctx, "ad_group", [adGroupId]);
      await auditChange(ctx, "ad_group.edited", adGroupId, pickChanges<AdGroupFields>(adGroup, fields));
      await publishEdited(ctx, campaign);
    });

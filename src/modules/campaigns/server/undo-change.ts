import { findAuditEntry } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import type { CampaignChange } from "../domain/edit.ts";
import type { Undo } from "../domain/undo-change.ts";
import { adjustAdGroup, adjustCampaign } from "./adjust-campaign.ts";
import { loadCampaignTree, lockCampaign } from "./campaigns.store.ts";
import { changeAdGroupStatus, changeAdStatus } from "./change-child-status.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findUndo, type Subject, toAuditedChange, toSubjects } from "./list-changes.ts";
import { relaunchCampaign } from "./start-campaign.ts";
import { stopCampaign } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet">;

/**
 * Takes a change back by the opposite change, which goes the way of any change: checked, paid for, logged and sent to
 * the platform. Refused when something of it has changed since, so that no newer decision is lost.
 */
export const undoChange =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId, changeId }: { campaignId: string; changeId: number }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const subjects = toSubjects(await loadCampaignTree(ctx, await lockCampaign(ctx, campaignId)));
      const entry = await findAuditEntry(ctx, changeId);
      const subject = entry && subjects.get(entry.subject);
      if (!subject) return baseRefusals.refuse("base.not_found");
      const { undo, isCurrent } = findUndo(toAuditedChange(entry, subject), subject);
      if (!undo) return campaignsRefusals.refuse("campaigns.change_not_undoable");
      if (!isCurrent) return campaignsRefusals.refuse("campaigns.changed_since");
      await carryOut(deps)(ctx, { id: entry.subject, level: subject.level, undo });
    });

type Step = { id: string; level: Subject["level"]; undo: Undo };

const carryOut =
  (deps: Deps) =>
  (ctx: Context, { id, level, undo }: Step): Promise<void> => {
    if (undo.kind === "fields")
      return level === "campaign"
        ? adjustCampaign(deps)(ctx, { campaignId: id, fields: undo.fields as Partial<CampaignChange> })
        : adjustAdGroup(deps)(ctx, { adGroupId: id, fields: undo.fields as Partial<AdGroupFields> });
    const { action } = undo;
    if (level === "ad_group") return changeAdGroupStatus(ctx, { adGroupId: id, action });
    if (level === "ad") return changeAdStatus(ctx, { adId: id, action });
    return action === "pause"
      ? stopCampaign(deps)(ctx, { campaignId: id, action })
      : relaunchCampaign(deps)(ctx, { campaignId: id });
  };

import { findAuditEntry } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { AdFields, AdGroupFields } from "../contract/shapes.ts";
import type { CampaignChange } from "../domain/edit.ts";
import type { Undo } from "../domain/undo-change.ts";
import { adjustAd, adjustAdGroup, adjustCampaign } from "./adjust-campaign.ts";
import { auditModule } from "./campaigns.audit.ts";
import { loadCampaignTree, lockCampaign } from "./campaigns.store.ts";
import { changeAdGroupStatus, changeAdStatus } from "./change-child-status.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findUndo, type Subject, toAuditedChange, toSubjects } from "./present-changes.ts";
import { relaunchCampaign } from "./start-campaign.ts";
import { stopCampaign } from "./stop-campaign.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet" | "media">;

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
      const subject = entry?.module === auditModule ? subjects.get(entry.subject) : undefined;
      if (!entry || !subject) return baseRefusals.refuse("base.not_found");
      const { undo, isCurrent } = findUndo(toAuditedChange(entry, subject), subject);
      if (!undo) return campaignsRefusals.refuse("campaigns.change_not_undoable");
      if (undo.kind === "blocked")
        return campaignsRefusals.refuse("campaigns.change_half_undoable", {
          field: undo.field === "status" ? undo.field : "other",
        });
      if (!isCurrent) return campaignsRefusals.refuse("campaigns.changed_since");
      await carryOut(deps)(ctx, { id: entry.subject, level: subject.level, undo });
    });

type Step = { id: string; level: Subject["level"]; undo: Exclude<Undo, { kind: "blocked" }> };

const writeBack =
  (deps: Deps) =>
  (
    ctx: Context,
    { id, level, fields }: { id: string; level: Subject["level"]; fields: object },
  ): Promise<void> => {
    if (level === "campaign")
      return adjustCampaign(deps)(ctx, { campaignId: id, fields: fields as Partial<CampaignChange> });
    return level === "ad_group"
      ? adjustAdGroup(deps)(ctx, { adGroupId: id, fields: fields as Partial<AdGroupFields> })
      : adjustAd(deps)(ctx, { adId: id, fields: fields as Partial<AdFields> });
  };

const carryOut =
  (deps: Deps) =>
  (ctx: Context, { id, level, undo }: Step): Promise<void> => {
    if (undo.kind === "fields") return writeBack(deps)(ctx, { id, level, fields: undo.fields });
    const { action } = undo;
    if (level === "ad_group") return changeAdGroupStatus(deps)(ctx, { adGroupId: id, action });
    if (level === "ad") return changeAdStatus(deps)(ctx, { adId: id, action });
    return action === "pause"
      ? stopCampaign(deps)(ctx, { campaignId: id, action })
      : relaunchCampaign(deps)(ctx, { campaignId: id });
  };

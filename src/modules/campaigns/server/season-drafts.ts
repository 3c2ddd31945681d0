import { type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { SeasonDraftRow, SeasonDrafts } from "../contract/season-drafts.calls.ts";
import { auditChange } from "./campaigns.audit.ts";
import { takeDraft } from "./delete-draft.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findDraft } from "./drafts.store.ts";
import {
  dismissSeasonDraftRow,
  hasRefusedSeasonDrafts,
  loadSeasonDrafts,
  type SeasonDraftWithPlatforms,
  saveSeasonDraftRefusal,
} from "./season-drafts.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts">;

/** The prepared drafts of seasons to come or under way. */
export const listSeasonDrafts =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<SeasonDrafts> => {
    const rows = await loadSeasonDrafts(ctx, toRiyadhDay(ctx.now));
    return {
      items: rows.map((row) => presentSeasonDraft(deps, row)),
      is_on: !(await hasRefusedSeasonDrafts(ctx)),
    };
  };

/** Hides a season's draft; one that nobody has changed since it was prepared is deleted. */
export const dismissSeasonDraft =
  (deps: Deps) =>
  (ctx: ReadContext, { season }: { season: string }): Promise<SeasonDrafts> =>
    transact(ctx, async (ctx) => {
      const dismissed = await dismissSeasonDraftRow(ctx, season);
      if (!dismissed) return baseRefusals.refuse("base.not_found");
      const draft = await findDraft(ctx, dismissed.draft_id);
      if (draft?.revision === 1) await takeDraft(ctx, draft.id);
      await auditChange(ctx, "season_draft.dismissed", dismissed.draft_id, { after: { season } });
      return listSeasonDrafts(deps)(ctx);
    });

/** Turns the preparing of drafts on or off for this merchant. */
export const setSeasonDrafts =
  (deps: Deps) =>
  (ctx: ReadContext, { isOn }: { isOn: boolean }): Promise<SeasonDrafts> =>
    transact(ctx, async (ctx) => {
      const wasOn = !(await hasRefusedSeasonDrafts(ctx));
      await saveSeasonDraftRefusal(ctx, { isRefused: !isOn });
      if (wasOn !== isOn)
        await auditChange(ctx, `season_draft.turned_${isOn ? "on" : "off"}`, ctx.actor.merchantId, {});
      return listSeasonDrafts(deps)(ctx);
    });

function presentSeasonDraft({ adAccounts }: Deps, row: SeasonDraftWithPlatforms): SeasonDraftRow {
  const minimum = (platform: Platform) => adAccounts.getCapabilities(platform)?.minimumDailyBudget ?? 0;
  return {
    season: row.season,
    key: row.season.replace(/-\d+$/, "") as SeasonKey,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    draft_id: row.draft_id,
    total_halalas: row.total_halalas,
    minimum_halalas: row.platforms.reduce((sum, platform) => sum + minimum(platform), 0),
  };
}

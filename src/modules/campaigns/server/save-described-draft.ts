import type { Context } from "#base/server/context.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { preparedBy } from "../contract/enums.ts";
import type { PlanProblem } from "../domain/check-draft.ts";
import { type DescribedPlan, toDescribedDraft } from "../domain/described-draft.ts";
import type { CampaignsDeps } from "./deps.ts";
import { createDraft, saveDraft } from "./save-draft.ts";

type Account = {
  id: string;
  platform: Platform;
  has_pixel: boolean;
  currency: string;
  profiles: readonly { id: string }[];
  share?: number | undefined;
};
export type DescribedPlanInput = Omit<DescribedPlan, "accounts"> & {
  accounts: readonly Account[];
  /** The plan's draft as it was written last, which is replaced; null: a new one. */
  replaces: { id: string; revision: number } | null;
};
/** `mended` and `left`: what the form's checks refused, and what of it only the merchant can answer. */
export type DescribedDraftRow = {
  id: string;
  revision: number;
  dailyBudgetHalalas: number | null;
  mended: PlanProblem[];
  left: PlanProblem[];
};

/**
 * Keeps the draft of a described plan, checked as the form checks it. One that is replaced must stand at its revision, or
 * `campaigns.draft_changed` is refused; one that is gone is not found.
 */
export const saveDescribedDraft =
  ({ stores }: Pick<CampaignsDeps, "stores">) =>
  async (ctx: Context, { replaces, ...input }: DescribedPlanInput): Promise<DescribedDraftRow> => {
    const byPlatform = <Value>(read: (account: Account) => Value): Partial<Record<Platform, Value>> =>
      Object.fromEntries(input.accounts.map((account) => [account.platform, read(account)]));
    const { draft, mended, left } = toDescribedDraft(input, {
      now: ctx.now,
      places: await stores.listRegisteredHosts(ctx),
      // Names start well below their limit: the platform's key stands for its name here.
      nameOn: (name, platform) => `${name} · ${platform}`,
      currencies: byPlatform(({ currency }) => currency),
      hasPixel: byPlatform(({ has_pixel }) => has_pixel),
      profiles: byPlatform(({ profiles }) => profiles.map(({ id }) => id)),
      media: new Map(),
    });
    const saved = { content: draft, step: "goal", device: preparedBy } as const;
    const { id, revision } = replaces
      ? await saveDraft(ctx, { ...replaces, ...saved })
      : await createDraft(ctx, { plan_id: null, ...saved });
    return { id, revision, dailyBudgetHalalas: draft.campaign.daily_budget_halalas, mended, left };
  };

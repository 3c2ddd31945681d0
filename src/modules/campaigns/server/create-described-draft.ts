import type { Context } from "#base/server/context.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { preparedBy } from "../contract/enums.ts";
import type { PlanProblem } from "../domain/check-draft.ts";
import { type DescribedPlan, toDescribedDraft } from "../domain/described-draft.ts";
import type { CampaignsDeps } from "./deps.ts";
import { createDraft } from "./save-draft.ts";

type Account = {
  id: string;
  platform: Platform;
  has_pixel: boolean;
  currency: string;
  profiles: readonly { id: string }[];
};
export type DescribedPlanInput = Omit<DescribedPlan, "accounts"> & { accounts: readonly Account[] };
/** `mended` and `left`: what the form's checks refused, and what of it only the merchant can answer. */
export type DescribedDraftRow = { id: string; mended: PlanProblem[]; left: PlanProblem[] };

/** Keeps the draft of a described plan; it is checked as the form checks it. */
export const createDescribedDraft =
  ({ stores }: Pick<CampaignsDeps, "stores">) =>
  async (ctx: Context, input: DescribedPlanInput): Promise<DescribedDraftRow> => {
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
    const { id } = await createDraft(ctx, {
      plan_id: null,
      content: draft,
      step: "goal",
      device: preparedBy,
    });
    return { id, mended, left };
  };

import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { CampaignFields, FromDraft, NewCampaign } from "../contract/shapes.ts";
import { addCampaign } from "./add-campaign.ts";
import { takeDraft } from "./delete-draft.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findNewCampaignProblems } from "./find-problems.ts";
import { insertPlan, joinPlan } from "./plans.store.ts";
import { refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;

/**
 * Creates a campaign with its plan, its ad groups and ads; all or nothing. The draft it was written in is deleted.
 */
export const createCampaign =
  (deps: Deps) =>
  (ctx: ReadContext, { body, draft }: { body: NewCampaign; draft: FromDraft }): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      refuseProblems(await findNewCampaignProblems(deps)(ctx, body));
      const planId = await openPlan(ctx, { plan: body, platforms: [body.platform], draft });
      return { id: await addCampaign(deps)(ctx, { planId, body }) };
    });

type PlanInput = {
  plan: Pick<CampaignFields, "name" | "objective">;
  platforms: readonly CampaignFields["platform"][];
  draft: FromDraft;
};

/** The plan of new campaigns: the one their draft extends, or a new one. Deletes the draft. */
export async function openPlan(ctx: Context, { plan, platforms, draft: from }: PlanInput): Promise<string> {
  const { draft_id: id, draft_seen: seen } = from;
  const draft = id === null ? null : await takeDraft(ctx, id, { field: "draft_id", seen });
  if (!draft?.plan_id) return insertPlan(ctx, plan);
  for (const platform of platforms) await joinPlan(ctx, draft.plan_id, { platform });
  return draft.plan_id;
}

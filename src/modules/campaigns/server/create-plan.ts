import { type ReadContext, transact } from "#base/server/context.ts";
import { checkPlanNames } from "../contract/check-plan.ts";
import { type Problem, within } from "../contract/problem.ts";
import type { FromDraft, NewPlan } from "../contract/shapes.ts";
import { addCampaign } from "./add-campaign.ts";
import { openPlan } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findNewCampaignProblems } from "./find-problems.ts";
import { refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;

/**
 * Creates a plan with a campaign on each of its platforms, with all ad groups and ads; all or nothing. The draft it was
 * written in is deleted; a draft of an existing plan adds its campaigns there. Nothing is sent before the launch.
 */
export const createPlan =
  (deps: Deps) =>
  (ctx: ReadContext, { body, draft }: { body: NewPlan; draft: FromDraft }): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      refuseProblems(await findPlanProblems(deps)(ctx, body));
      const planId = await openPlan(ctx, {
        plan: body,
        platforms: body.campaigns.map(({ platform }) => platform),
        draft,
      });
      for (const campaign of body.campaigns) await addCampaign(deps)(ctx, { planId, body: campaign });
      return { id: planId };
    });

/** All problems of a new plan, each at its field: `campaigns.0.ad_groups.1.ads.0.headline`. */
const findPlanProblems =
  (deps: Deps) =>
  async (ctx: ReadContext, body: NewPlan): Promise<Problem[]> => {
    const problems: Problem[] = [];
    for (const [at, campaign] of body.campaigns.entries())
      problems.push(...within(`campaigns.${at}.`, await findNewCampaignProblems(deps)(ctx, campaign)));
    return [...problems, ...checkPlanNames(body)];
  };

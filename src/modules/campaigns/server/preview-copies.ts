import type { ReadContext } from "#base/server/context.ts";
import type { DuplicateTarget } from "../contract/bulk.ts";
import { loadCampaignTrees } from "./campaigns.store.ts";
import { copyCampaign } from "./copy-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { chooseCopyName } from "./duplicate-campaign.ts";
import { findNewCampaignProblems } from "./find-problems.ts";
import { type Outcome, toProblem } from "./preview-outcome.ts";
import type { CampaignRecord, CampaignTree } from "./records.ts";
import { rememberById } from "./remember.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "media">;
type Copies = {
  rows: readonly CampaignRecord[];
  target: DuplicateTarget;
  suffix: string;
};

/** What a copy of each campaign would be: its name and place, and what does not fit there. */
export const previewCopies =
  (deps: Deps) =>
  async (ctx: ReadContext, { rows, target, suffix }: Copies): Promise<Outcome[]> => {
    const trees = await loadCampaignTrees(
      ctx,
      rows.map(({ id }) => id),
    );
    const byId = new Map(trees.map((tree) => [tree.campaign.id, tree]));
    const outcomes: Outcome[] = [];
    const preview = previewCopy(rememberReads(deps));
    for (const row of rows) {
      const tree = byId.get(row.id) ?? { campaign: row, adGroups: [], ads: [] };
      outcomes.push(await preview(ctx, { tree, target, suffix }));
    }
    return outcomes;
  };

/** Many ads have the same file, and all of them the same stores: each is read once for one preview. */
function rememberReads({ media, stores, ...deps }: Deps): Deps {
  let hosts: ReturnType<typeof stores.listRegisteredHosts> | undefined;
  let own: ReturnType<typeof stores.listConnectedStores> | undefined;
  return {
    ...deps,
    media: { findMediaFile: rememberById((ctx, id) => media.findMediaFile(ctx, id)) },
    stores: {
      ...stores,
      listRegisteredHosts(ctx) {
        hosts ??= stores.listRegisteredHosts(ctx);
        return hosts;
      },
      listConnectedStores(ctx) {
        own ??= stores.listConnectedStores(ctx);
        return own;
      },
    },
  };
}

const previewCopy =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { tree, target, suffix }: Omit<Copies, "rows"> & { tree: CampaignTree },
  ): Promise<Outcome> => {
    const { campaign } = tree;
    const name = await chooseCopyName(ctx, campaign.name, suffix);
    try {
      const { body, dropped } = copyCampaign(deps.adAccounts, {
        tree,
        target,
        name,
        now: ctx.now,
      });
      const [problem = null] = await findNewCampaignProblems(deps)(ctx, body);
      const { platform, daily_budget_halalas: daily_budget_after_halalas } = body;
      return { name, platform, status_after: "created", daily_budget_after_halalas, dropped, problem };
    } catch (error) {
      return { name, problem: toProblem(error) };
    }
  };

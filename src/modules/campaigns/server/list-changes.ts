import { type AuditEntry, listAuditOfSubjects } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import { auditModule } from "./campaigns.audit.ts";
import { findCampaign, listPlanCampaignIds, loadCampaignTree, loadCampaignTrees } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findPlan } from "./plans.store.ts";
import {
  type ChangesDeps,
  presentCampaignChanges,
  toSubjects,
  type UnnamedChange,
} from "./present-changes.ts";
import { presentPlanChanges } from "./present-plan-changes.ts";

type NamedDeps = ChangesDeps & Pick<CampaignsDeps, "merchants">;
type ChangesPage = { items: ChangeRow[]; next: number | null };
type PageInput = { before?: number | undefined; size: number; language: Language };

/** A plan has one campaign for each platform, besides those that were deleted since: so many of the newest are read. */
const planCampaignsMax = 20;

/** A campaign's log with its ad groups' and ads', newest first. */
export const listChanges =
  (deps: NamedDeps) =>
  async (
    ctx: ReadContext,
    { campaignId, language, ...input }: PageInput & { campaignId: string },
  ): Promise<ChangesPage> => {
    const campaign = await findCampaign(ctx, campaignId);
    if (!campaign) return baseRefusals.refuse("base.not_found");
    const tree = await loadCampaignTree(ctx, campaign);
    const { entries, next } = await readPage(ctx, [...toSubjects(tree).keys()], input);
    const page = { tree, entries, before: input.before };
    const rows = await presentCampaignChanges(deps)(ctx, page, language);
    return { items: await addNames(deps, ctx, rows, entries), next };
  };

/** The plan's own log with that of all its campaigns, deleted ones included, newest first. */
export const listPlanChanges =
  (deps: NamedDeps) =>
  async (
    ctx: ReadContext,
    { planId, language, ...input }: PageInput & { planId: string },
  ): Promise<ChangesPage> => {
    const plan = await findPlan(ctx, planId);
    if (!plan) return baseRefusals.refuse("base.not_found");
    const trees = await loadCampaignTrees(
      ctx,
      await listPlanCampaignIds(ctx, { planId, limit: planCampaignsMax }),
    );
    const subjects = trees.flatMap((tree) => [...toSubjects(tree).keys()]);
    const { entries, next } = await readPage(ctx, [planId, ...subjects], input);
    const rows = await presentPlanChanges(ctx, plan, entries);
    for (const tree of trees)
      rows.push(
        ...(await presentCampaignChanges(deps)(ctx, { tree, entries, before: input.before }, language)),
      );
    rows.sort((one, other) => other.id - one.id);
    return { items: await addNames(deps, ctx, rows, entries), next };
  };

async function addNames(
  { merchants }: NamedDeps,
  ctx: ReadContext,
  rows: readonly UnnamedChange[],
  entries: readonly AuditEntry[],
): Promise<ChangeRow[]> {
  const names = await merchants.nameActors(ctx, entries);
  const actors = new Map(
    entries.map(({ id, actor_kind, actor_id }) => [id, actor_kind === "member" ? actor_id : null]),
  );
  return rows.map((row) => ({ ...row, by_name: names.get(actors.get(row.id) ?? "") ?? null }));
}

async function readPage(
  ctx: ReadContext,
  subjects: readonly string[],
  { before, size }: Omit<PageInput, "language">,
) {
  const entries = await listAuditOfSubjects(ctx, { module: auditModule, subjects, before, size: size + 1 });
  const page = entries.slice(0, size);
  return { entries: page, next: entries.length > size ? (page.at(-1)?.id ?? null) : null };
}

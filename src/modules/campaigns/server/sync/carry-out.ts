import { sql, type Tx } from "#base/server/db/db.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isClosed } from "../../domain/status.ts";
import type { Node, Step } from "../../domain/sync-plan.ts";
import { tableOf } from "../campaigns.store.ts";
import type { CampaignsDeps } from "../deps.ts";
import { askForReading } from "../wishes.ts";
import { adGroupOrder, adOrder, campaignOrder } from "./orders.ts";
import { noteBudget, noteDrift, noteOutcome, noteSending, type Outcome } from "./standing.store.ts";
import { adGroupIn, adIn, type Tree } from "./tree.ts";
import type { Turn } from "./turn.ts";

export type Work = {
  deps: Pick<CampaignsDeps, "db" | "adAccounts" | "media" | "systemClock" | "worldClock">;
  turn: Turn;
  platform: BoundAdPlatform;
  tree: Tree;
  settleSeconds: number;
};
export type Act = Extract<Step, { node: Node }>;

/**
 * Does one step: notes that it is sent, sends it, notes what the platform confirmed. What the merchant changed since the
 * plan was made voids the step before it is sent; what they change after it is the next plan's business.
 */
export async function carryOut(work: Work, step: Act): Promise<void> {
  if (step.do === "look") return look(work, step);
  const { deps, turn, settleSeconds } = work;
  const sends = step.do;
  const isStillWanted = await turn.record(async (tx) => {
    if (!(await isAsPlanned(tx, step.node))) return false;
    if (sends === "start" && step.node.level === "campaign") await noteMaySpend(tx, step.node, deps);
    await noteSending(tx, step.node, sends, deps.systemClock.now(), settleSeconds);
    return true;
  });
  if (!isStillWanted) return;
  const confirmed = await send(work, step);
  // An older write that is still in doubt stays so: this answer does not speak of it.
  const doubtUntil = step.node.doubtUntil;
  await turn.record(async (tx) => {
    const { campaign } = work.tree.family;
    await noteOutcome(tx, step.node, { ...confirmed, doubtUntil, at: deps.systemClock.now() });
    if (confirmed.version === undefined) return;
    if (step.node.level === "campaign") {
      const told = { confirmed: campaign.daily_budget_halalas, drift: null };
      await noteBudget(tx, step.node.id, told, deps.worldClock.now());
    }
    if (step.node.level === "ad") await askForReading(tx, campaign, deps.systemClock.now());
  });
}

/** The one table of what is sent for a step, and what the platform has thereby confirmed. */
async function send(work: Work, { do: act, node, parent }: Act): Promise<Outcome> {
  const { platform } = work;
  const id = node.platformId ?? "";
  switch (act) {
    case "stop":
      await platform.setStatus(node.level, id, "paused");
      return { status: "paused" };
    case "start":
      await platform.setStatus(node.level, id, "active");
      return { status: "active" };
    case "remove":
      await platform.remove(node.level, id);
      return { status: "deleted" };
    case "create": {
      const made = await sendContent(work, node, parent, null);
      return { platformId: made, status: "paused", version: node.wantedVersion, creating: false };
    }
    default:
      await sendContent(work, node, parent, id);
      return { version: node.wantedVersion };
  }
}

/** Makes the object (id null) or brings it up to date; answers its id there. */
async function sendContent(
  { deps, platform, tree }: Work,
  node: Node,
  parent: Node | null,
  id: string | null,
): Promise<string> {
  const { family } = tree;
  const campaign = { ...family.campaign, platform_id: family.campaign.platform_id ?? "" };
  if (node.level === "campaign") {
    const order = campaignOrder(campaign);
    if (id === null) return (await platform.createCampaign(order)).platformId;
    await platform.updateCampaign(id, order);
    return id;
  }
  if (node.level === "ad_group") {
    const order = adGroupOrder(campaign, adGroupIn(family, node.id), deps.adAccounts);
    if (id === null) return (await platform.createAdGroup(order)).platformId;
    await platform.updateAdGroup(id, order);
    return id;
  }
  const above = {
    platformCampaignId: campaign.platform_id,
    platformAdGroupId: parent?.platformId ?? "",
    channels: campaign.channels,
  };
  const order = await adOrder(adIn(family, node.id), above, deps.media, deps.db);
  if (id === null) return (await platform.createAd(order)).platformId;
  await platform.updateAd(id, order);
  return id;
}

/** After the time in which a lost write could land: what stands there? Found, it is ours; not found, it may be made again. */
async function look({ deps, turn, platform }: Work, { node, parent }: Act): Promise<void> {
  const seen =
    node.platformId === null
      ? await platform.find(node.level, node.id, parent?.platformId ?? null)
      : ((await platform.states(node.level, [node.platformId]))[0] ?? null);
  const isGone = node.platformId !== null && (seen === null || seen.status === "deleted");
  await turn.record(async (tx) => {
    await noteOutcome(tx, node, {
      ...(seen && node.platformId === null ? { platformId: seen.platformId } : {}),
      ...(isGone ? { status: "deleted" as const } : seen ? { status: seen.status } : {}),
      creating: false,
      doubtUntil: null,
    });
    if (isGone && !isClosed(node.status)) await noteDrift(tx, node, "deleted", deps.worldClock.now());
  });
}

/** The wish may have changed while the plan was made or a turn was waited for. */
async function isAsPlanned(tx: Tx, node: Node): Promise<boolean> {
  const { status, wanted_version } = await tx.one<{ status: string; wanted_version: number }>(sql`
    select status, wanted_version from ${tableOf(node.level)} where id = ${node.id} for update`);
  return status === node.status && wanted_version === node.wantedVersion;
}

/** From the first start on it may cost: the reserve is then kept until the days are settled. */
async function noteMaySpend(tx: Tx, node: Node, { worldClock }: Work["deps"]): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set may_spend_since = coalesce(may_spend_since, ${worldClock.now()}) where id = ${node.id}`);
}

import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { hurtIn, nextStep } from "../../domain/sync-plan.ts";
import type { CampaignsDeps } from "../deps.ts";
import type { CampaignRecord } from "../records.ts";
import { askForSyncLater } from "../wishes.ts";
import { carryOut } from "./carry-out.ts";
import { meetFault } from "./meet-fault.ts";
import { noteSync } from "./note-sync.ts";
import { loadTree } from "./tree.ts";
import { releaseTurn, type Turn, TurnLost, takeTurn } from "./turn.ts";

type Deps = Pick<CampaignsDeps, "db" | "adAccounts" | "media" | "systemClock" | "worldClock">;

/** A campaign never asks the platform for more than this in one run; what is left is the next run's. */
const stepsMax = 400;

/**
 * Brings the platform to hold what the merchant wants for one campaign, exactly once in effect: one worker at a time,
 * one step at a time, every step noted before it is sent and after it is answered. A run that finds another at work
 * leaves: that one reads the wishes again before it ends.
 */
export async function syncCampaign(deps: Deps, campaignId: string, signal?: AbortSignal): Promise<void> {
  const settleSeconds = await settleSecondsOf(deps, campaignId);
  const turn = await takeTurn(deps.db, deps.systemClock, campaignId, settleSeconds);
  if (!turn) return;
  try {
    for (let steps = 0; steps < stepsMax; steps += 1) {
      const isDone = signal?.aborted || (await takeStep(deps, turn, campaignId, settleSeconds));
      if (isDone) break;
    }
    await turn.record((tx) => releaseTurn(tx, campaignId, turn.token));
  } catch (error) {
    if (!(error instanceof TurnLost)) throw error;
  } finally {
    turn.end();
  }
}

/** One step, or the end of the run (true). */
async function takeStep(deps: Deps, turn: Turn, campaignId: string, settleSeconds: number): Promise<boolean> {
  const tree = await loadTree(deps.db, campaignId);
  if (!tree) return true;
  const now = deps.systemClock.now();
  const { campaign } = tree.family;
  if (!campaign.published) return true;
  if (campaign.connection_lost_at !== null) return rest(deps, turn, campaignId);
  if (campaign.retry_at && campaign.retry_at > now) {
    const seconds = (campaign.retry_at.getTime() - now.getTime()) / 1_000;
    await turn.record((tx) => askForSyncLater(tx, campaign, seconds));
    return true;
  }
  const step = nextStep(tree.root, now);
  if (step.do === "nothing" || step.do === "wait") return rest(deps, turn, campaignId);

  try {
    const platform = await deps.adAccounts.workWith(campaign.merchant_id, campaign.ad_account_id);
    await carryOut({ deps, turn, platform, tree, settleSeconds }, step);
    return false;
  } catch (error) {
    if (!isFault(error)) throw error;
    return turn.record((tx) =>
      meetFault(
        tx,
        { tree, step, now: deps.systemClock.now(), settleSeconds, adAccounts: deps.adAccounts },
        error,
      ),
    );
  }
}

/**
 * Nothing to do now: under the lock that every wish takes, looks once more, and only then says how the campaign stands
 * and gives the turn back. A wish made in between is seen here or finds the turn free.
 */
async function rest({ systemClock }: Deps, turn: Turn, campaignId: string): Promise<boolean> {
  return turn.record(async (tx) => {
    const tree = await loadTree(tx, campaignId);
    if (!tree) return true;
    const now = systemClock.now();
    const { campaign } = tree.family;
    if (campaign.connection_lost_at !== null) {
      await noteSync(tx, campaign, "disconnected", now);
      await releaseTurn(tx, campaignId, turn.token);
      return true;
    }
    const step = nextStep(tree.root, now);
    if (step.do !== "nothing" && step.do !== "wait") return false;
    if (step.do === "wait")
      await askForSyncLater(tx, campaign, (step.until.getTime() - now.getTime()) / 1_000);
    else await noteSync(tx, campaign, hurtIn(tree.root) ? "failed" : "synced", now);
    await releaseTurn(tx, campaignId, turn.token);
    return true;
  });
}

/** How long a write without an answer may still land on this campaign's platform. */
async function settleSecondsOf({ db, adAccounts }: Deps, campaignId: string): Promise<number> {
  const row = await db.maybeOne<Pick<CampaignRecord, "platform" | "channels">>(
    sql`select platform, channels from campaigns.campaigns where id = ${campaignId}`,
  );
  return (row && adAccounts.capabilitiesOf(row.platform, row.channels)?.settleSeconds) ?? 60;
}

import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { randomToken } from "#base/server/ids.ts";
import { type Level, tableOf } from "../campaigns.store.ts";

/** How long a turn lasts unless it is renewed: a killed worker's campaign is taken over after that. */
const turnMs = 20_000;
const renewMs = 6_000;

export type Turn = {
  token: string;
  /** Writes while the turn is still ours; throws TurnLost when another worker has taken over. */
  record<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  end(): void;
};

export class TurnLost extends Error {
  constructor() {
    super("another worker has taken this campaign over");
    this.name = "TurnLost";
  }
}

/**
 * Takes the campaign's turn, or null when another worker has it. After a worker that ended in the middle, what it may
 * have had under way is in doubt for as long as the platform may still act on it, and no longer.
 */
export async function takeTurn(
  db: Db,
  clock: Clock,
  campaignId: string,
  settleSeconds: number,
): Promise<Turn | null> {
  const token = randomToken(12);
  const taken = await db.transaction(async (tx) => {
    const held = await tx.maybeOne<{ turn_of: string | null; turn_until: Date | null }>(sql`
      select turn_of, turn_until from campaigns.campaigns where id = ${campaignId} for update`);
    const now = clock.now();
    if (!held || (held.turn_until !== null && held.turn_until > now)) return false;
    if (held.turn_until !== null) {
      const landed = new Date(held.turn_until.getTime() + settleSeconds * 1_000);
      for (const level of ["campaign", "ad_group", "ad"] as const)
        await shortenDoubt(tx, level, campaignId, landed);
    }
    await tx.run(sql`
      update campaigns.campaigns set turn_of = ${token}, turn_until = ${later(now)} where id = ${campaignId}`);
    return true;
  });
  return taken ? keptTurn(db, clock, campaignId, token) : null;
}

function keptTurn(db: Db, clock: Clock, campaignId: string, token: string): Turn {
  const renew = (handle: Db) =>
    handle.run(sql`
      update campaigns.campaigns set turn_until = ${later(clock.now())}
      where id = ${campaignId} and turn_of = ${token}`);
  // A failed renewal shows itself at the next record.
  const timer = setInterval(() => void renew(db).catch(() => {}), renewMs);
  timer.unref();
  return {
    token,
    record: (work) =>
      db.transaction(async (tx) => {
        if ((await renew(tx)) === 0) throw new TurnLost();
        return work(tx);
      }),
    end: () => clearInterval(timer),
  };
}

/** Gives the turn back, inside the transaction that found nothing more to do. */
export async function releaseTurn(tx: Tx, campaignId: string, token: string): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set turn_of = null, turn_until = null
    where id = ${campaignId} and turn_of = ${token}`);
}

const later = (now: Date) => new Date(now.getTime() + turnMs);

async function shortenDoubt(tx: Tx, level: Level, campaignId: string, landed: Date): Promise<void> {
  const key = level === "campaign" ? sql`id` : sql`campaign_id`;
  await tx.run(sql`
    update ${tableOf(level)} set doubt_until = ${landed}
    where ${key} = ${campaignId} and doubt_until > ${landed}`);
}

import { type Db, sql } from "./db/db.ts";

/** How much of one kind may happen in a window of time, for each key: a merchant, a site, an address. */
export type Limit = { name: string; most: number; seconds: number };

/** Windows this old are over, whatever their length. */
const keptDays = 2;

/** Takes one use of a key's window. Answers 0, or the seconds until the next window when this one is used up. */
export async function takeUse(
  db: Db,
  { name, most, seconds }: Limit,
  key: string,
  now: Date,
): Promise<number> {
  const windowMs = seconds * 1_000;
  const startsAt = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
  const taken = await db.run(sql`
    insert into base.limit_uses as known (name, key, starts_at, uses) values (${name}, ${key}, ${startsAt}, 1)
    on conflict (name, key, starts_at) do update set uses = known.uses + 1 where known.uses < ${most}`);
  return taken > 0 ? 0 : Math.max(1, Math.ceil((startsAt.getTime() + windowMs - now.getTime()) / 1_000));
}

/** How long to wait, for the refusal's message: minutes and seconds, and seconds alone for machines. */
export function waitParams(seconds: number): { seconds: number; wait: string } {
  return { seconds, wait: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` };
}

export function forgetOldUses(db: Db): Promise<number> {
  return db.run(
    sql`delete from base.limit_uses where starts_at < now() - make_interval(days => ${keptDays})`,
  );
}

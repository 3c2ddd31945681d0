import { sql, type Tx } from "#base/server/db/db.ts";

const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);

/** Seconds this address must wait because it was wrong too often this hour, at whatever numbers; 0 when it need not. */
export async function addressWaitSeconds(tx: Tx, address: string, most: number, now: Date): Promise<number> {
  const row = await tx.maybeOne<{ tries: number }>(sql`
    select tries from merchants.address_tries where address = ${address} and hour = ${hourOf(now)}`);
  if (!row || row.tries < most) return 0;
  return Math.max(1, Math.ceil((hourOf(now).getTime() + 3_600_000 - now.getTime()) / 1_000));
}

export function countWrongTry(tx: Tx, address: string, now: Date): Promise<number> {
  return tx.run(sql`
    insert into merchants.address_tries (address, hour, tries) values (${address}, ${hourOf(now)}, 1)
    on conflict (address, hour) do update set tries = merchants.address_tries.tries + 1`);
}

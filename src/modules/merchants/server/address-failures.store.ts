import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

const startOfHour = (now: Date) => new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);

/** Seconds this address must wait because it failed too often this hour, over all numbers; 0 when it need not. */
export async function addressWaitSeconds(
  tx: Tx,
  address: string,
  maxFailures: number,
  now: Date,
): Promise<number> {
  const row = await tx.maybeOne<Row<"merchants.address_failures", "failures">>(sql`
    select failures from merchants.address_failures where address = ${address} and hour = ${startOfHour(now)}`);
  if (!row || row.failures < maxFailures) return 0;
  return Math.max(1, Math.ceil((startOfHour(now).getTime() + 3_600_000 - now.getTime()) / 1_000));
}

export function countAddressFailure(tx: Tx, address: string, now: Date): Promise<number> {
  return tx.run(sql`
    insert into merchants.address_failures (address, hour, failures) values (${address}, ${startOfHour(now)}, 1)
    on conflict (address, hour) do update set failures = merchants.address_failures.failures + 1`);
}

export async function deleteOldFailures(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from merchants.address_failures where hour < ${before}`);
}

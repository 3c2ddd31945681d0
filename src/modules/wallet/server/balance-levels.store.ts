import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Level } from "../domain/available-balance.ts";

/** The last recorded level. */
export async function loadLevel({ db, actor }: ReadContext): Promise<Level> {
  const known = await db.maybeOne<Row<"wallet.balance_levels", "level">>(
    sql`select level from wallet.balance_levels where merchant_id = ${actor.merchantId}`,
  );
  return known?.level ?? "fine";
}

export async function saveLevel({ tx, actor }: Context, level: Level): Promise<void> {
  await tx.run(sql`
    insert into wallet.balance_levels (merchant_id, level) values (${actor.merchantId}, ${level})
    on conflict (merchant_id) do update set level = excluded.level`);
}

import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** WebP; null while there is none. */
export async function findPicture(db: Db, merchantId: string): Promise<Uint8Array | null> {
  const found = await db.maybeOne<Row<"merchants.pictures", "webp">>(
    sql`select webp from merchants.pictures where merchant_id = ${merchantId}`,
  );
  return found?.webp ?? null;
}

export async function savePicture({ tx, actor }: Context, webp: Uint8Array, at: Date): Promise<void> {
  await tx.run(sql`
    insert into merchants.pictures (merchant_id, webp, updated_at) values (${actor.merchantId}, ${webp}, ${at})
    on conflict (merchant_id) do update set webp = excluded.webp, updated_at = excluded.updated_at`);
}

export async function deletePicture({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`delete from merchants.pictures where merchant_id = ${actor.merchantId}`);
}

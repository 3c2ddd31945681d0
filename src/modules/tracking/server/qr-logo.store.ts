import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

export async function saveLogo({ tx, actor, now }: Context, png: Buffer): Promise<void> {
  await tx.run(sql`
    insert into tracking.qr_logos (merchant_id, png, changed_at) values (${actor.merchantId}, ${png}, ${now})
    on conflict (merchant_id) do update set png = excluded.png, changed_at = excluded.changed_at`);
}

export async function deleteLogo({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`delete from tracking.qr_logos where merchant_id = ${actor.merchantId}`);
}

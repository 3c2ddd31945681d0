import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { SendTime } from "../contract/enums.ts";

export type Settings = { sendAt: SendTime; contactsAllowedAt: Date | null };

/** A merchant without a row has chosen nothing: at the order, without contacts. */
const defaults: Settings = { sendAt: "order", contactsAllowedAt: null };

export async function loadSettings({ db, actor }: ReadContext): Promise<Settings> {
  const row = await db.maybeOne<
    Row<"conversions.settings", "contacts_allowed_at"> & { send_at: SendTime }
  >(sql`
    select send_at, contacts_allowed_at from conversions.settings where merchant_id = ${actor.merchantId}`);
  return row ? { sendAt: row.send_at, contactsAllowedAt: row.contacts_allowed_at } : defaults;
}

export async function saveSettings(
  { tx, actor }: Context,
  { sendAt, contactsAllowedAt }: Settings,
): Promise<void> {
  await tx.run(sql`
    insert into conversions.settings (merchant_id, send_at, contacts_allowed_at)
    values (${actor.merchantId}, ${sendAt}, ${contactsAllowedAt})
    on conflict (merchant_id) do update set send_at = excluded.send_at,
      contacts_allowed_at = excluded.contacts_allowed_at`);
}

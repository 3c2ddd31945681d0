import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { PendingUploads } from "./ad-platform.port.ts";

type Deps = { db: Db; systemClock: Clock };

/** An upload the platform has not shown after a day is lost, or no longer needed. */
const retentionHours = 24;

/** The pending uploads of one linked account. */
export function pendingUploads(
  { db, systemClock }: Deps,
  { merchantId, adAccountId }: { merchantId: string; adAccountId: string },
): PendingUploads {
  const matches = (reference: string) => sql`
    merchant_id = ${merchantId} and ad_account_id = ${adAccountId} and media_reference = ${reference}`;
  return {
    async find(reference) {
      const found = await db.maybeOne<Row<"ad_accounts.pending_uploads", "upload_name">>(sql`
        select upload_name from ad_accounts.pending_uploads where ${matches(reference)}`);
      return found?.upload_name ?? null;
    },
    async save(reference, name) {
      await db.run(sql`
        insert into ad_accounts.pending_uploads (merchant_id, ad_account_id, media_reference, upload_name, saved_at)
        values (${merchantId}, ${adAccountId}, ${reference}, ${name}, ${systemClock.now()})
        on conflict (merchant_id, ad_account_id, media_reference)
          do update set upload_name = excluded.upload_name, saved_at = excluded.saved_at`);
    },
    async forget(reference) {
      await db.run(sql`delete from ad_accounts.pending_uploads where ${matches(reference)}`);
    },
  };
}

export async function deleteOldUploads({ db, systemClock }: Deps): Promise<void> {
  const cutoff = new Date(systemClock.now().getTime() - retentionHours * 3_600_000);
  await db.run(sql`delete from ad_accounts.pending_uploads where saved_at < ${cutoff}`);
}

import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Our webhook at a gateway, by the address it sends to. */
type WebhookSubscription = Row<"payments.webhook_subscriptions">;

export function findSubscription(
  db: Db,
  { gateway, url }: Pick<WebhookSubscription, "gateway" | "url">,
): Promise<WebhookSubscription | undefined> {
  return db.maybeOne<WebhookSubscription>(sql`
    select gateway, url, webhook_id, is_verified, code_requested_at, unverified_since, checked_at
    from payments.webhook_subscriptions where gateway = ${gateway} and url = ${url}`);
}

export async function saveSubscription(db: Db, subscription: WebhookSubscription): Promise<void> {
  const { gateway, url, webhook_id, is_verified, code_requested_at, unverified_since, checked_at } =
    subscription;
  await db.run(sql`
    insert into payments.webhook_subscriptions
      (gateway, url, webhook_id, is_verified, code_requested_at, unverified_since, checked_at)
    values (${gateway}, ${url}, ${webhook_id}, ${is_verified}, ${code_requested_at}, ${unverified_since}, ${checked_at})
    on conflict (gateway, url) do update set webhook_id = excluded.webhook_id, is_verified = excluded.is_verified,
      code_requested_at = excluded.code_requested_at, unverified_since = excluded.unverified_since,
      checked_at = excluded.checked_at`);
}

export async function markSubscriptionVerified(
  db: Db,
  { gateway, webhook_id }: Pick<WebhookSubscription, "gateway" | "webhook_id">,
): Promise<void> {
  await db.run(sql`
    update payments.webhook_subscriptions set is_verified = true, unverified_since = null
    where gateway = ${gateway} and webhook_id = ${webhook_id}`);
}

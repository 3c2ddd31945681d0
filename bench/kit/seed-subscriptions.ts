import { type Db, sql } from "#base/server/db/db.ts";
import type { Vault } from "#base/server/secrets.ts";
import { toSealContext } from "#modules/payments/server/cards.store.ts";

export const subscriber = "mer_r";
export const priceHalalas = 24_900;

/** Merchants `mer_r1` … with a session, a saved card of this token, and a plan that was bought a month ago. */
export async function seedSubscriptions(db: Db, vault: Vault, tokens: readonly string[]): Promise<void> {
  const merchants = sql`(select ${subscriber}::text || n as id, n from generate_series(1, ${tokens.length}::int) n) merchant`;
  await db.run(sql`
    insert into merchants.merchants (id, name, mobile, website_type, created_at, updated_at)
    select id, 'متجر نخلة', '+9665' || (10000000 + n), 'salla', now(), now() from ${merchants}`);
  await db.run(sql`
    insert into merchants.sessions (id, merchant_id, token_hash, device, address, created_at, last_seen_at, expires_at)
    select 'ses_' || id, id, sha256(convert_to('bench-session-' || id, 'UTF8')), 'bench', '127.0.0.1', now(), now(),
      now() + interval '1 day'
    from ${merchants}`);
  const sealed = tokens.map((token, index) =>
    vault.seal(token, toSealContext(`crd_${subscriber}${index + 1}`)),
  );
  await db.run(sql`
    insert into payments.cards (id, merchant_id, gateway, sealed_token, token_hash, brand, last_four, expiry_month,
      expiry_year, holder_name, name, theme, is_default, added_at)
    select 'crd_' || id, id, 'moyasar', sealed, id, 'mada', '1010', 12, 2040, 'NOURA TEST', 'mada', 'blue', true, now()
    from ${merchants} join unnest(${sealed}::text[]) with ordinality as input (sealed, place) on place = n`);
  await db.run(sql`
    insert into billing.subscriptions (id, merchant_id, state, plan_version_id, duration_months, anchor_at,
      current_starts_at, current_ends_at, payment_source, created_at)
    select 'sub_' || id, id, 'active', 'plv_growth_1', 1, now() - interval '30 days', now() - interval '30 days',
      now() + interval '1 day', 'card', now() - interval '30 days'
    from ${merchants}`);
  await db.run(sql`
    insert into billing.periods (id, merchant_id, subscription_id, number, kind, plan_version_id, duration_months,
      starts_at, ends_at, price_halalas, due_halalas, state, payment_source, order_id, paid_at, created_at)
    select 'per_' || id, merchant_id, id, 1, 'first', plan_version_id, 1, current_starts_at, current_ends_at,
      ${priceHalalas}, ${priceHalalas}, 'paid', 'card', 'ord_' || id, current_starts_at, current_starts_at
    from billing.subscriptions`);
  await db.run(sql`update billing.subscriptions set current_period_id = 'per_' || id`);
  await db.run(sql`analyze`);
}

/** From this moment on all of them are due. */
export async function makeAllDue(db: Db, at: Date): Promise<void> {
  await db.run(sql`
    update billing.subscriptions set anchor_at = ${at}, months_elapsed = 0, current_ends_at = ${at}, next_step_at = ${at}`);
}

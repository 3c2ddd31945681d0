import { systemClock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** Campaigns of each wallet, with a hold each. */
export const campaignsEach = 64;
const startingHalalas = 1_000_000_000_000;
export const heldHalalas = 1_000_000_000;

/** The token of a merchant's session. */
export const toToken = (merchantId: string): string => `bench-session-${merchantId}`;

type Wallets = { prefix: string; first?: number; count: number; firstMobile: number; openedAt?: Date };

/**
 * Merchants `<prefix>1` … `<prefix><count>`, or from another `first` number on, with a session, a saved card, money and holds, all of it in the ledger as
 * the product writes it.
 */
export async function seedWallets(
  db: Db,
  { prefix, first = 1, count, firstMobile, openedAt = systemClock.now() }: Wallets,
): Promise<void> {
  const day = toRiyadhDay(openedAt);
  const merchants = sql`(select ${prefix}::text || n as id, n from generate_series(${first}::int, ${first + count - 1}::int) n) merchant`;
  await db.run(sql`
    insert into merchants.merchants (id, name, mobile, website_type, created_at, updated_at)
    select id, 'متجر نخلة', '+9665' || (${firstMobile}::int + n), 'salla', now(), now() from ${merchants}`);
  await db.run(sql`
    insert into merchants.sessions (id, merchant_id, token_hash, device, address, created_at, last_seen_at, expires_at)
    select 'ses_' || id, id, sha256(convert_to('bench-session-' || id, 'UTF8')), 'bench', '127.0.0.1', now(), now(),
      now() + interval '1 day'
    from ${merchants}`);
  await db.run(sql`
    insert into payments.cards (id, merchant_id, gateway, sealed_token, token_hash, brand, last_four, expiry_month,
      expiry_year, holder_name, name, theme, is_default, added_at)
    select 'crd_' || id, id, 'moyasar', 'sealed', id, 'mada', '1010', 12, 2190, 'NOURA', 'mada', 'blue', true, now()
    from ${merchants}`);
  await db.run(sql`
    select entry.id from ${merchants}, lateral wallet.transfer(id, 'deposit:seed', 'rawaj:gateway:00',
      id || ':available', ${startingHalalas}::bigint, 'deposit', 'dep_bench', ${day}::date, ${openedAt}::timestamptz) entry`);
  await db.run(sql`
    select entry.id from ${merchants}, generate_series(0, ${campaignsEach - 1}::int) c,
      lateral wallet.transfer(merchant.id, 'reserve:seed:' || c, merchant.id || ':available', merchant.id || ':reserved',
        ${heldHalalas}::bigint, 'reserve', 'cmp_' || c, ${day}::date, ${openedAt}::timestamptz) entry`);
  await db.run(sql`
    insert into wallet.holds (merchant_id, purpose, subject, target_halalas, held_halalas, moves, title)
    select id, 'campaign', 'cmp_' || c, ${heldHalalas}, ${heldHalalas}, 0, 'cmp_' || c
    from ${merchants}, generate_series(0, ${campaignsEach - 1}::int) c`);
  await db.run(sql`analyze wallet.entries`);
}

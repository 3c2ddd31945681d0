import fastify from "fastify";
import pg from "pg";

/**
 * The least that a request can do to move money: one SQL call that locks the wallet and leaves the same rows as the
 * product's own call does: the ledger's entries with their balances and statement lines, the hold, the settled day, the
 * idempotency key, the audit entry and the event. No session, no check of a card, of debts or of how long the money lasts.
 *
 *   DATABASE_URL=postgres://… PORT=4505 node bench/baseline-transfer.ts
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const recordRequest = (call: string, event: string) => `
  recorded_key as (
    insert into base.idempotency_keys (scope, key, call, body_hash, response)
    values ($1::text, $2::text, '${call}', md5($2), '{"done":true}')
  ), recorded_event as (
    insert into base.events (name, merchant_id, details, actor_kind, actor_id, published_at)
    values ('${event}', $1, jsonb_build_object('subject', $4::text), 'member', $1, now())
  )`;

/** A campaign's hold grows by an amount. */
const reserve = {
  name: "reserve",
  text: `with entry as (
    select id from wallet.transfer($1, $2, $1 || ':available', $1 || ':reserved', $3::bigint, 'reserve', $4, current_date, now())
  ), held as (
    update wallet.holds set target_halalas = target_halalas + $3, held_halalas = held_halalas + $3, moves = moves + 1
    where merchant_id = $1 and purpose = 'campaign' and subject = $4
  ), recorded_audit as (
    insert into base.audit_log
      (merchant_id, module, action, subject, actor_kind, actor_id, before, after, request_id, recorded_at)
    values ($1, 'wallet', 'wallet.hold_changed', $4, 'member', $1, '{}', jsonb_build_object('target_halalas', $3), $2, now())
  ), ${recordRequest("reserve", "wallet.hold_changed")}
  select id from entry`,
};

/** Spend is taken from the hold, and the available balance refills it. */
const capture = {
  name: "capture",
  text: `with spent as (
    select id from wallet.transfer($1, $2, $1 || ':reserved', $5::text, $3::bigint, 'ad_spend', $4, current_date, now())
  ), refilled as (
    select refill.id from spent, lateral wallet.transfer($1, 'refill:' || $2, $1 || ':available', $1 || ':reserved', $3,
      'reserve', $4, current_date, now()) refill
  ), held as (
    update wallet.holds set moves = moves + 1 where merchant_id = $1 and purpose = 'campaign' and subject = $4
  ), settled as (
    insert into wallet.settled_days (merchant_id, campaign_id, day, total_halalas, revision)
    values ($1, $4, current_date, $3, 1)
    on conflict (merchant_id, campaign_id, day) do update
    set total_halalas = settled_days.total_halalas + excluded.total_halalas, revision = settled_days.revision + 1
  ), ${recordRequest("capture", "wallet.spent")}
  select id from refilled`,
};

type Body = { merchant: string; key: string; amount: number; campaign: string; spendAccount: string };

const app = fastify();
app.post<{ Body: Body }>("/reserve", async ({ body: { merchant, key, amount, campaign } }) => {
  await pool.query({ ...reserve, values: [merchant, key, amount, campaign] });
  return { error: false, messages: [], data: { done: true } };
});
app.post<{ Body: Body }>("/capture", async ({ body: { merchant, key, amount, campaign, spendAccount } }) => {
  await pool.query({ ...capture, values: [merchant, key, amount, campaign, spendAccount] });
  return { error: false, messages: [], data: { done: true } };
});
await app.listen({ port: Number(process.env.PORT ?? 4505) });

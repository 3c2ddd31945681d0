import fastify from "fastify";
import pg from "pg";
import { reserveHalalas } from "./kit/seed-paid-calls.ts";

/**
 * The least that a request can do to pause a campaign with its reserve released, or to run it again with its reserve
 * held, leaving the rows of the product's own call: campaign, sync, measured campaign, hold, ledger entry, audit entries,
 * events, idempotency key. `/one/…`: one SQL call that locks the wallet. `/steps/…`: what the product reads and writes,
 * one statement after the other in one transaction. No session, no rule, no answer made of the rows.
 *
 *   DATABASE_URL=postgres://… PORT=4505 node bench/baseline-paid-call.ts
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const actions = {
  pause: ["paused", 0, "reserve_release"],
  relaunch: ["active", reserveHalalas, "reserve"],
} as const;
type Action = keyof typeof actions;

/** $1 merchant, $2 key, $3 campaign, $4 status, $5 reserve, $6 kind of entry. */
const writes = {
  entry: `select id from wallet.transfer($1::text, $2::text,
    $1 || case when $5::bigint > 0 then ':available' else ':reserved' end,
    $1 || case when $5 > 0 then ':reserved' else ':available' end, ${reserveHalalas}, $6::text, $3::text, current_date, now())`,
  hold: `update wallet.holds set target_halalas = $5::bigint, held_halalas = $5, moves = moves + 1
    where merchant_id = $1 and purpose = 'campaign' and subject = $3`,
  campaign: `update campaigns.campaigns set status = $4::text, reserve_halalas = $5::bigint, sync = 'pending', updated_at = now(),
    status_reason = case when $5 = 0 then 'merchant' end, desired_generation = desired_generation + 1
    where id = $3 and merchant_id = $1`,
  synced: `update campaigns.campaign_sync set failures = 0, retry_at = null, next_poll_at = null where id = $3`,
  measured: `update figures.campaigns set status = $4::text, updated_at = now() where campaign_id = $3 and merchant_id = $1`,
  audit: `insert into base.audit_log
      (merchant_id, module, action, subject, actor_kind, actor_id, before, after, request_id, recorded_at)
    select $1, module, module || '.changed', $3, 'member', $1, '{}', jsonb_build_object('status', $4::text), $2, now()
    from (values ('wallet'), ('campaigns')) as changed (module)`,
  events: `insert into base.events (name, merchant_id, details, actor_kind, actor_id, published_at)
    select name, $1, jsonb_build_object('campaign_id', $3::text), 'member', $1, now()
    from (values ('wallet.hold_changed'), ('campaign.changed'), ('job.enqueued')) as changed (name)`,
  key: `insert into base.idempotency_keys (scope, key, call, body_hash, response)
    values ($1::text, $2::text, 'paid', md5($2), jsonb_build_object('id', $3::text))`,
};
const reads = [
  `select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))`,
  `select response from base.idempotency_keys where scope = $1 and key = $2`,
  `select * from campaigns.campaigns join campaigns.campaign_sync using (id, platform)
    where id = $3 and merchant_id = $1 for update`,
  `select distinct campaign_id from campaigns.ads where campaign_id = $3 and status = 'active'`,
  `select status from ad_accounts.accounts where merchant_id = $1`,
  `select id from stores.stores where merchant_id = $1 and status = 'connected' and is_active`,
  `select available_halalas from wallet.lock_wallet($1, current_date - 3, current_date)`,
  `select * from wallet.holds where merchant_id = $1 and purpose = 'campaign' and subject = $3`,
  `select expiry_month, expiry_year from payments.cards where merchant_id = $1 and removed_at is null`,
];
/** What the answer is made of. */
const after = [
  `select * from campaigns.campaigns join campaigns.campaign_sync using (id, platform) where id = $3 and merchant_id = $1`,
  `select * from campaigns.ad_groups join campaigns.ad_group_sync using (id) where campaign_id = $3`,
  `select * from campaigns.ads join campaigns.ad_sync using (id) where campaign_id = $3`,
];
const { entry, ...others } = writes;
const together = `with entry as (${entry}), ${Object.entries(others)
  .map(([name, text]) => `${name}_written as (${text})`)
  .join(", ")} select id from entry`;
const steps = [...reads, ...Object.values(writes), ...after].map((text, index) =>
  toStatement(`step${index}`, text),
);

/** Only those of the six values that the text names, since PostgreSQL must know the type of each. */
function toStatement(name: string, text: string) {
  const used = [1, 2, 3, 4, 5, 6].filter((n) => text.includes(`$${n}`));
  const numbered = used.reduce((left, n, index) => left.replaceAll(`$${n}`, `$${index + 1}`), text);
  return { name, text: numbered, used };
}

type Body = { merchant: string; key: string; campaign: string };
const toValues = ({ merchant, key, campaign }: Body, action: Action) => [
  merchant,
  key,
  campaign,
  ...actions[action],
];

const app = fastify();
app.post<{ Body: Body; Params: { action: Action } }>("/one/:action", async ({ body, params }) => {
  await pool.query({ name: "paid", text: together, values: toValues(body, params.action) });
  return { error: false, messages: [], data: { id: body.campaign } };
});
app.post<{ Body: Body; Params: { action: Action } }>("/steps/:action", async ({ body, params }) => {
  const values = toValues(body, params.action);
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const { name, text, used } of steps)
      await client.query({ name, text, values: used.map((n) => values[n - 1]) });
    await client.query("commit");
  } finally {
    client.release();
  }
  return { error: false, messages: [], data: { id: body.campaign } };
});
await app.listen({ port: Number(process.env.PORT ?? 4505) });

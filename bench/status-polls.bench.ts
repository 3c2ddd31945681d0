import { makeDb, sql } from "#base/server/db/db.ts";
import { enqueueDuePolls, pollAccountStatus } from "#modules/campaigns/server/poll-status.ts";
import { settleCampaign } from "#modules/campaigns/testing/settle.ts";
import { openTestApp } from "#modules/campaigns/testing/test-app.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { findPostmaster, serverSeconds } from "./kit/processor.ts";
import { atMost, informational, type Pace, type Report } from "./kit/report.ts";

const accountsGoal = 50_000;
const withinSeconds = 900;

/**
 * What it costs to read the status of an ad account's campaigns where nothing has changed, and to find out which accounts
 * are due. The platform answers from memory: the adapter's reading of the wire is not part of it.
 */
export async function statusPolls(pace: Pace): Promise<Report> {
  const polls = pace.isQuick ? 200 : 1_000;
  const postgres = await startBenchServer();
  process.env.TEST_DATABASE_URL = postgres.url;
  const testApp = await openTestApp();
  try {
    const { db, deps, worldClock } = testApp;
    const driver = await openMigrated(postgres.url);
    const postmaster = await findPostmaster(makeDb(driver));
    const { id } = await testApp.aCampaign();
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    await settleCampaign(testApp, id);
    const account = await db.one<{ ad_account_id: string }>(sql`
      select ad_account_id from campaigns.campaigns where id = ${id}`);
    const poll = async () => {
      await db.run(sql`update campaigns.campaign_sync set next_poll_at = '2026-01-01', poll_count = 20`);
      await pollAccountStatus(deps)(db, { adAccountId: account.ad_account_id, now: worldClock.now() });
    };
    for (let nth = 0; nth < polls / 10; nth += 1) await poll();
    const before = { node: process.cpuUsage(), postgres: serverSeconds(postmaster) };
    for (let nth = 0; nth < polls; nth += 1) await poll();
    const { user, system } = process.cpuUsage(before.node);
    const node = (user + system) / 1_000 / polls;
    const inPostgres = ((serverSeconds(postmaster) - before.postgres) * 1_000) / polls;
    const due = await measureDue(testApp, id, pace.isQuick ? 5_000 : 50_000);
    await driver.close();
    return {
      title: "Status of many accounts",
      setting:
        "One account with one running campaign, an ad group and an ad, made due and polled again and again without changes (PostgreSQL, durable), and one run " +
        "that enqueues every account that is due. The platform answers from memory: the adapter's reading of the wire is not part of it.",
      findings: [
        informational(
          "Processor time of a poll without changes",
          `${node.toFixed(2)} ms in Node, ${inPostgres.toFixed(2)} ms in PostgreSQL`,
        ),
        atMost(
          `${accountsGoal.toLocaleString("en")} accounts in ${withinSeconds} s, of one core`,
          "computed from the line above, Node alone",
          ((node / 1_000) * accountsGoal * 100) / withinSeconds,
          100,
          "%",
        ),
        due,
      ],
      raw: { node, inPostgres },
    };
  } finally {
    await testApp.db.close();
    await postgres.stop();
  }
}

/** One run of the minute while this many accounts are due, more than ten minutes' worth. */
async function measureDue(
  { db, deps }: Awaited<ReturnType<typeof openTestApp>>,
  id: string,
  accounts: number,
) {
  await db.run(sql`
    insert into campaigns.plans select (json_populate_record(plans, json_build_object('id', 'pln_due_' || n))).*
    from campaigns.plans join campaigns.campaigns on plans.id = plan_id, generate_series(1, ${accounts}::int) n
    where campaigns.id = ${id}`);
  await db.run(sql`
    insert into campaigns.campaigns select (json_populate_record(campaigns,
      json_build_object('id', 'cmp_due_' || n, 'plan_id', 'pln_due_' || n, 'name_folded', 'due ' || n,
        'ad_account_id', 'acc_due_' || n))).*
    from campaigns.campaigns, generate_series(1, ${accounts}::int) n where campaigns.id = ${id}`);
  await db.run(sql`
    insert into campaigns.campaign_sync select (json_populate_record(campaign_sync,
      json_build_object('id', 'cmp_due_' || n, 'platform_id', 'plat_' || n, 'next_poll_at', '2026-01-01'))).*
    from campaigns.campaign_sync, generate_series(1, ${accounts}::int) n where campaign_sync.id = ${id}`);
  await db.run(sql`analyze`);
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await enqueueDuePolls(deps)(db);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { enqueued } = await db.one<{ enqueued: number }>(sql`
    select count(*)::int as enqueued from base.events where details ->> 'key' like 'acc_due_%'`);
  if (enqueued !== accounts) throw new Error(`${enqueued} accounts were enqueued`);
  return informational(
    `Enqueueing ${accounts.toLocaleString("en")} accounts that are due at once`,
    `${((user + system) / 1_000_000).toFixed(1)} s of the processor in Node; ${(process.memoryUsage().rss / 1_000_000).toFixed(0)} MB`,
    `${seconds.toFixed(1)} s`,
  );
}

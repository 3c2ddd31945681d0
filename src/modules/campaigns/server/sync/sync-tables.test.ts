import { copyFile, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedDriver, embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { migrate } from "#base/server/db/migrate.ts";

/** What the migration to the sync tables does with campaigns that exist. */

const migrations = join(import.meta.dirname, "../../../../../db/migrations");
const moving = "20261122180000_campaigns_sync_tables.sql";

let driver: EmbeddedDriver;
beforeAll(async () => {
  driver = await embeddedDriver({});
  const before = await mkdtemp(join(tmpdir(), "rawaj-migrations-"));
  for (const file of await readdir(migrations))
    if (file < moving) await copyFile(join(migrations, file), join(before, file));
  await migrate(driver, before);
  await driver.script(`
    insert into campaigns.campaigns (id, merchant_id, name, name_folded, platform, ad_account_id, landing_url, objective,
      bidding_strategy, starts_at, starts_at_once, daily_budget_halalas, status, created_at, updated_at, sync, published,
      platform_id, observed_generation, observed_status, observed_daily_budget_halalas, may_spend_since, drift_status,
      drift_since, lease_owner, lease_until, failures, next_poll_at, poll_count, reserve_halalas)
    select 'cmp_' || status, 'mer_1', status, status, 'snapchat', 'acc_1', 'https://shop.example', 'sales', 'auto_bid',
      '2026-11-01', false, 100, status, '2026-11-01', '2026-11-01', 'failed', true, 'plt_' || status, 3, 'paused', 200,
      '2026-11-02', 'paused', '2026-11-03', 'worker', '2026-11-04', 2, '2026-11-05', 4, 500
    from unnest(array['active', 'archived']) status;
    insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
      locations, devices, optimized_targeting, keywords, status, created_at, updated_at, platform_id, unknown_until)
    values ('adg_1', 'mer_1', 'cmp_active', 'a', '[]', '[]', 'all', '[]', '[]', false, '[]', 'active', '2026-11-01',
      '2026-11-01', 'plt_group', '2026-11-06');
    insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, body, description, target_url,
      tracking_id, tracking_url, call_to_action, brand_name, status, created_at, updated_at, fault_key, review_outcome,
      review_reasons)
    values ('ad_1', 'mer_1', 'cmp_active', 'adg_1', 'a', 'a', '', '', '', '', '', '', '', 'active', '2026-11-01',
      '2026-11-01', 'campaigns:fault_rejected', 'rejected', '["logo"]')`);
  await migrate(driver, migrations);
});
afterAll(() => driver.close());

const load = async (text: string) => (await driver.query(text, [])).rows;

it("keeps what is known of every campaign, ad group and ad", async () => {
  expect(await load("select * from campaigns.campaign_sync where id = 'cmp_active'")).toMatchObject([
    {
      platform: "snapchat",
      platform_id: "plt_active",
      observed_generation: 3,
      observed_status: "paused",
      observed_daily_budget_halalas: 200,
      may_spend_since: new Date("2026-11-02"),
      drift_status: "paused",
      drift_since: new Date("2026-11-03"),
      lease_owner: "worker",
      lease_until: new Date("2026-11-04"),
      failures: 2,
      next_poll_at: new Date("2026-11-05"),
      poll_count: 4,
    },
  ]);
  expect(await load("select * from campaigns.ad_group_sync")).toMatchObject([
    { id: "adg_1", platform_id: "plt_group", unknown_until: new Date("2026-11-06") },
  ]);
  expect(await load("select * from campaigns.ad_sync")).toMatchObject([
    {
      id: "ad_1",
      fault_key: "campaigns:fault_rejected",
      review_outcome: "rejected",
      review_reasons: ["logo"],
    },
  ]);
});

it("leaves money and what the list filters by on the campaign's row, and its counters as they were", async () => {
  expect(await load("select status, sync, reserve_halalas from campaigns.campaigns order by id")).toEqual([
    { status: "active", sync: "failed", reserve_halalas: 500 },
    { status: "archived", sync: "failed", reserve_halalas: 500 },
  ]);
  const counts = () =>
    load("select status, sync, campaigns from campaigns.counts where campaigns > 0 order by 1, 2");
  expect(await counts()).toEqual([
    { status: "active", sync: "failed", campaigns: 1 },
    { status: "archived", sync: "failed", campaigns: 1 },
  ]);
  await driver.script("update campaigns.campaigns set sync = 'synced' where id = 'cmp_active'");
  expect(await counts()).toEqual([
    { status: "active", sync: "synced", campaigns: 1 },
    { status: "archived", sync: "failed", campaigns: 1 },
  ]);
});

it("does not poll what has ended any more", async () => {
  expect(await load("select next_poll_at from campaigns.campaign_sync where id = 'cmp_archived'")).toEqual([
    { next_poll_at: null },
  ]);
});

it("still keeps one object of a platform from belonging to two campaigns", async () => {
  await expect(
    driver.script("update campaigns.campaign_sync set platform_id = 'plt_active' where id = 'cmp_archived'"),
  ).rejects.toThrow("campaign_sync_on_platform");
});

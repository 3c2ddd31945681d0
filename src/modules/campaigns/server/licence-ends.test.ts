import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { AdLicences } from "../contract/ad-licences.calls.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { getCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { endLicences } from "./licence-ends.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const licence = { kind: "discount", number: "1447-20931", starts_on: "2026-11-01", ends_on: "2026-11-25" };
async function addLicence(change: object = {}, as = "mer_1"): Promise<string> {
  const { data }: { data: AdLicences } = await testApp.act(
    "POST Clients/AdLicences/create",
    { ...licence, ...change },
    as,
  );
  const number = "number" in change ? change.number : licence.number;
  return data.items.find((one) => one.number === number)?.id ?? "";
}

/** A campaign that runs on TikTok, where people see an ad's text. */
async function running(text = "خصم ٣٠٪ على العجوة"): Promise<string> {
  const ads = [{ ...adBody(), brand_name: "نخلة", text }];
  const { data }: { data: CampaignDetails } = await testApp.act("POST Clients/Campaigns/create", {
    ...campaignBody({ platform: "tiktok", ad_account_id: "acc_tiktok", name: text }),
    ad_groups: [{ ...adGroupBody({ locations: [] }), ads }],
  });
  expect((await testApp.act(`POST Clients/Campaigns/${data.id}/start`)).status).toBe(200);
  return data.id;
}

const check = () => endLicences(testApp.deps)(testApp.db, { now: testApp.worldClock.now() });
async function checkAt(time: string): Promise<void> {
  testApp.worldClock.set(time);
  await check();
}
const find = (id: string) => getCampaign(testApp, id);
const paused = { status: "paused", status_reason: "licence" };
type Warning = { details: { licence_id: string; ends_on: string } };
const listWarnings = async () =>
  (
    await testApp.db.many<Warning>(
      sql`select details from base.events where name = 'campaign.licence_ends_soon' order by id`,
    )
  ).map(({ details }) => details);

describe("when a licence ends", () => {
  it("the campaigns whose words need it are paused, at midnight in Riyadh and not before, others run on", async () => {
    await addLicence();
    const discount = await running();
    const plain = await running("من مزارع القصيم");
    await checkAt("2026-11-25T20:59:00Z");
    expect(await find(discount)).toMatchObject({ status: "active" });
    await checkAt("2026-11-25T21:00:00Z");
    expect(await find(discount)).toMatchObject(paused);
    expect(testApp.wallet.held.get(discount) ?? 0).toBe(0);
    expect(await find(plain)).toMatchObject({ status: "active" });
  });

  it("a campaign runs on under another licence of its kind", async () => {
    await addLicence();
    await addLicence({ number: "1447-20932", ends_on: "2026-12-25" });
    const id = await running();
    await checkAt("2026-11-26T09:00:00Z");
    expect(await find(id)).toMatchObject({ status: "active" });
    await checkAt("2026-12-25T21:00:00Z");
    expect(await find(id)).toMatchObject(paused);
  });

  it("a paused campaign starts again by the merchant's tap once the licence is renewed", async () => {
    await addLicence();
    const id = await running();
    await checkAt("2026-11-25T21:00:00Z");
    expect((await testApp.act(`POST Clients/Campaigns/${id}/relaunch`)).status).toBe(409);
    await addLicence({ number: "1448-1111", starts_on: "2026-11-26", ends_on: "2027-01-01" });
    await check();
    expect(await find(id)).toMatchObject(paused);
    expect((await testApp.act(`POST Clients/Campaigns/${id}/relaunch`)).status).toBe(200);
  });

  it("another merchant's campaigns are left alone", async () => {
    await addLicence({ ends_on: "2026-12-31" });
    await addLicence({}, "mer_2");
    const id = await running();
    await checkAt("2026-11-25T21:00:00Z");
    expect(await find(id)).toMatchObject({ status: "active" });
  });
});

it("one merchant's fault is told, and keeps no other merchant from their warning", async () => {
  await addLicence();
  await addLicence({ ends_on: "2026-11-28" }, "mer_2");
  const id = await running();
  const release = () => Promise.reject(new Error("the wallet is away"));
  const deps = { ...testApp.deps, wallet: { ...testApp.deps.wallet, release } };
  testApp.worldClock.set("2026-11-25T21:00:00Z");
  const failed = endLicences(deps)(testApp.db, { now: testApp.worldClock.now() });
  await expect(failed).rejects.toThrow(AggregateError);
  expect(await listWarnings()).toMatchObject([{ ends_on: "2026-11-28" }]);
  expect(await find(id)).toMatchObject({ status: "active" });
  await check();
  expect(await find(id)).toMatchObject(paused);
});

it("a licence that is removed or cut short pauses what needed it at the next check", async () => {
  const id = await addLicence();
  const first = await running();
  await testApp.act(`DELETE Clients/AdLicences/${id}`);
  await check();
  expect(await find(first)).toMatchObject(paused);

  const again = await addLicence();
  await testApp.act(`POST Clients/Campaigns/${first}/relaunch`);
  await testApp.act(`PUT Clients/AdLicences/${again}`, { ...licence, ends_on: "2026-11-20" });
  await check();
  expect(await find(first)).toMatchObject(paused);
});

it("its end is warned of once, three days before", async () => {
  const id = await addLicence();
  await checkAt("2026-11-22T20:59:00Z");
  expect(await listWarnings()).toEqual([]);
  await checkAt("2026-11-22T21:00:00Z");
  await checkAt("2026-11-23T09:00:00Z");
  await checkAt("2026-11-25T21:00:00Z");
  expect(await listWarnings()).toMatchObject([{ licence_id: id, ends_on: "2026-11-25" }]);
  const checks = await testApp.db.many(sql`select merchant_id from campaigns.licence_checks`);
  expect(checks).toEqual([]);
});

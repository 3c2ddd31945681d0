import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import type { StoreWatchRow } from "../contract/store-watch.calls.ts";
import { getCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { pauseForClosedStores, watchStore } from "./pause-for-store.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const minutes = (count: number) => count * 60_000;
let names = 0;
async function running(input: Partial<CampaignFields> = {}) {
  names += 1;
  const { id } = await testApp.aCampaign({ name: `حملة ${names}`, ...input });
  await testApp.act(`POST Clients/Campaigns/${id}/start`);
  return id;
}
/** An event of the store was published, and handled. */
const storeChanged = (store_id = "sto_1") =>
  transact(systemContext(testApp.db, "mer_1", testApp.worldClock.now()), (ctx) =>
    watchStore(testApp.deps)(ctx, { store_id }),
  );
async function close(id = "sto_1") {
  testApp.closeStore(id);
  await storeChanged(id);
}
const maintain = () => pauseForClosedStores(testApp.deps)(testApp.db, { now: testApp.worldClock.now() });
async function pass(count: number) {
  testApp.worldClock.advance(minutes(count));
  await maintain();
}
async function watch(id = "sto_1"): Promise<StoreWatchRow | undefined> {
  const { data }: { data: { items: StoreWatchRow[] } } = await testApp.act("GET Clients/StoreWatch/index");
  return data.items.find(({ store_id }) => store_id === id);
}

describe("a store that closes or is disconnected", () => {
  it("has its campaigns paused with the reason, two hours later and not before", async () => {
    const id = await running();
    await close();
    await pass(119);
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "active" });
    await pass(1);
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "paused", status_reason: "store" });
    expect(await watch()).toMatchObject({ is_open: false, pause_at: null, paused_campaigns: 1 });
  });

  it("keeps the time since when it is closed, however many events come", async () => {
    const id = await running();
    await close();
    testApp.worldClock.advance(minutes(60));
    await storeChanged();
    await pass(60);
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "paused" });
  });

  it("that opens again within the grace has lost nothing", async () => {
    const id = await running();
    await close();
    testApp.openStore();
    await storeChanged();
    await pass(500);
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "active" });
    expect(await watch()).toMatchObject({ is_open: true, closed_since: null, pause_at: null });
  });

  it("that is open when the grace ends is not paused, though no event said so", async () => {
    const id = await running();
    await close();
    testApp.openStore();
    await pass(120);
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "active" });
  });

  it("leaves other stores' campaigns alone, and those of no store until the last store is closed", async () => {
    const other = await running({ store_id: "sto_2" });
    const none = await running({ name: "of no store" });
    // As those are that were made before a campaign had to name its store.
    await testApp.db.run(sql`update campaigns.campaigns set store_id = null where id = ${none}`);
    await close();
    await pass(120);
    expect(await getCampaign(testApp, other)).toMatchObject({ status: "active" });
    expect(await getCampaign(testApp, none)).toMatchObject({ status: "active" });
    await close("sto_2");
    await pass(120);
    expect(await getCampaign(testApp, other)).toMatchObject({ status: "paused" });
    expect(await getCampaign(testApp, none)).toMatchObject({ status: "paused", status_reason: "store" });
  });
});

describe("a campaign of a closed store", () => {
  it("does not start, and runs again by the merchant's tap once the store is back", async () => {
    const id = await running();
    await close();
    await pass(120);
    const refused = await testApp.act(`POST Clients/Campaigns/${id}/relaunch`);
    expect(refused).toMatchObject({ status: 409, envelope: { code: "campaigns.store_closed" } });
    testApp.openStore();
    await storeChanged();
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "paused" });
    expect((await testApp.act(`POST Clients/Campaigns/${id}/relaunch`)).data).toMatchObject({
      status: "active",
      status_reason: null,
    });
  });
});

describe("the grace", () => {
  const setGrace = (grace_minutes: number) => testApp.act("PUT Clients/StoreWatch/sto_1", { grace_minutes });

  it("is set for each store, and counts from when the store closed", async () => {
    const id = await running();
    await close();
    testApp.worldClock.advance(minutes(30));
    await setGrace(30);
    await maintain();
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "paused" });
  });

  it("set for an open store counts when it closes", async () => {
    await setGrace(10);
    const id = await running();
    await close();
    await pass(10);
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "paused" });
  });

  it("set after the pause pauses nothing again", async () => {
    const id = await running();
    await close();
    await pass(120);
    testApp.openStore();
    await testApp.act(`POST Clients/Campaigns/${id}/relaunch`);
    await setGrace(0);
    await maintain();
    expect(await getCampaign(testApp, id)).toMatchObject({ status: "active" });
  });

  it("is a week at most", async () => {
    expect((await setGrace(10_081)).status).toBe(400);
    expect(await setGrace(10_080)).toMatchObject({ status: 200 });
  });
});

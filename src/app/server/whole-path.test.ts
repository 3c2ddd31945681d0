import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { frozenWorld } from "../testing/frozen-world.ts";
import {
  type Addresses,
  createCampaign,
  deposit,
  type Merchant,
  signUp,
  until,
  uploadPicture,
} from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/**
 * The product's main flow, over real HTTP: from a sign-in to the orders an ad brought, checked against what really
 * happened.
 */

type Campaign = { id: string; status: string; sync: string; platform_id: string | null };
type Totals = {
  spend_halalas: number;
  impressions: number;
  clicks: number;
  orders_placed: number;
  sales_placed_halalas: number;
};

let sandbox: TestSandbox;
let product: TestProduct;
let addresses: Addresses;

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  product = await startProduct(sandbox);
  addresses = { product: product.url, sandbox: sandbox.url };
});
afterAll(async () => {
  await product.stop();
  await sandbox.stop();
});

let lastNumber = 501_000_100;
async function readyMerchant(riyals: number) {
  lastNumber += 1;
  const merchant = await signUp(addresses, `0${lastNumber}`);
  const store = await connectStore(merchant);
  const { id: adAccountId } = await linkAdAccount(merchant);
  expect(await deposit(merchant, riyals)).toMatchObject({ status: "paid" });
  const { id: mediaId } = await uploadPicture(merchant);
  return { merchant, parts: { adAccountId, store, mediaId, dailyRiyals: 100 } };
}

const loadCampaign = (merchant: Merchant, id: string) =>
  merchant.call<Campaign>(`GET Clients/Campaigns/${id}`);
const synced = (merchant: Merchant, id: string, seconds = 30) =>
  until(
    "the platform's confirmation",
    async () => {
      const campaign = await loadCampaign(merchant, id);
      return campaign.sync === "synced" && campaign;
    },
    seconds,
  );
const loadTotals = async (merchant: Merchant, id: string) =>
  (await merchant.call<{ totals: Totals }>(`GET Clients/Reports/campaign/${id}`, { query: { days: "30" } }))
    .totals;
const loadWallet = (merchant: Merchant) =>
  merchant.call<{ balance_halalas: number; reserved_halalas: number; available_halalas: number }>(
    "GET Clients/Wallet/index",
  );
const step = (period: string) => sandbox.control("clock", { step: period });

describe("a merchant's first campaign", () => {
  it("is shown, clicked and bought from, and every figure is what really happened", async () => {
    const { merchant, parts } = await readyMerchant(2_000);
    const { id } = await createCampaign(merchant, parts);
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    const platformId = (await synced(merchant, id)).platform_id ?? "";
    expect((await loadWallet(merchant)).reserved_halalas).toBeGreaterThanOrEqual(20_000);

    await step("P3D");
    await merchant.call(`POST Clients/Campaigns/${id}/pause`);
    await synced(merchant, id);
    // Quiet days: nothing new is shown, late orders still come in, and the platform credits invalid clicks back for two
    // days.
    await step("P3D");

    const world = frozenWorld(sandbox);
    await world.payPendingOrders(platformId);
    const truth = { ...(await world.shown(platformId)), ...(await world.sold(platformId)) };
    expect(truth.orders_placed).toBeGreaterThan(0);
    const wallet = await until(
      "figures and a wallet that are the truth to the halala",
      async () => {
        const reported = await loadTotals(merchant, id);
        const now = await loadWallet(merchant);
        const isPaid = now.balance_halalas === 200_000 - truth.spend_halalas;
        return isPaid && isDeepStrictEqual({ ...reported, ...truth }, reported) && now;
      },
      180,
    );
    expect(wallet.available_halalas + wallet.reserved_halalas).toBe(wallet.balance_halalas);
    expect(await merchant.call("GET Clients/Wallet/audit")).toMatchObject({ passed: true });
  }, 400_000);

  it("is created on the platform once, though its response was lost and the server was killed meanwhile", async () => {
    const { merchant, parts } = await readyMerchant(1_000);
    const { id } = await createCampaign(merchant, parts);
    await sandbox.control("faults", {
      vendor: "snapchat",
      kind: "timeout_after",
      times: 1,
      method: "POST",
      path: "/campaigns",
    });
    await merchant.call(`POST Clients/Campaigns/${id}/start`, { key: "start-once-00000001" });
    await until("the create that never answers", async () => {
      const received = await sandbox.control<{ path: string; method: string }[]>("received?vendor=snapchat");
      return received.some(({ method, path }) => method === "POST" && path.endsWith("/campaigns"));
    });
    await product.kill();
    await product.restart();
    await merchant.call(`POST Clients/Campaigns/${id}/start`, { key: "start-once-00000001" });
    // The lost call gets time to take effect before the platform is checked.
    await synced(merchant, id, 150);

    const { access_token, ad_account_id } = await sandbox.control<Record<string, string>>("tokens", {
      vendor: "snapchat",
      identity: "fresh-2",
    });
    const listed = await fetch(`${sandbox.hosts.snapchat}/v1/adaccounts/${ad_account_id}/campaigns`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { campaigns } = (await listed.json()) as { campaigns: unknown[] };
    expect(campaigns).toHaveLength(1);
    expect((await loadWallet(merchant)).balance_halalas).toBe(100_000);
  }, 200_000);

  it("that the wallet cannot cover does not start, and says what is missing", async () => {
    const { merchant, parts } = await readyMerchant(100);
    const { id } = await createCampaign(merchant, { ...parts, dailyRiyals: 200 });
    await expect(merchant.call(`POST Clients/Campaigns/${id}/start`)).rejects.toThrow("402");
    expect(await loadCampaign(merchant, id)).toMatchObject({ status: "created", sync: "local" });
    expect((await loadWallet(merchant)).reserved_halalas).toBe(0);
  });
});

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { connectStore, linkAdAccount, type TestStore } from "../src/app/testing/connections.ts";
import {
  createCampaign,
  deposit,
  type Merchant,
  signUp,
  until,
  uploadPicture,
} from "../src/app/testing/merchant.ts";
import { startProduct } from "../src/app/testing/product.ts";
import { enrolStaff, inviteStaff } from "../src/app/testing/staff-invitation.ts";

export type PictureWorld = {
  url: string;
  /** Who views a screen. */
  tokens: { newcomer: string; settled: string; staff: string };
  /** An invitation that nobody has used. */
  invitation: string;
  /** Ids of the established merchant, for pages of one thing. */
  ids: { campaign: string; adGroup: string };
  stop(): Promise<void>;
};

/** Each campaign of the established merchant: its platforms, its texts, and the day it started. */
const campaigns: { platform: Platform; name: string; dailyRiyals: number; beginsOn: number }[] = [
  { platform: "snapchat", name: "تمور العجوة – الرياض", dailyRiyals: 150, beginsOn: 0 },
  { platform: "meta", name: "هدايا الموسم", dailyRiyals: 90, beginsOn: 0 },
  { platform: "google", name: "من يبحث عن التمر", dailyRiyals: 60, beginsOn: 2 },
  { platform: "tiktok", name: "قصة المزرعة", dailyRiyals: 80, beginsOn: 4 },
  { platform: "x", name: "عرض نهاية الأسبوع", dailyRiyals: 50, beginsOn: 6 },
];
const days = 9;

/**
 * Test data for the screenshots, created as merchants would create it: one who has just signed up, and one who sells in
 * two stores and has advertised on all five platforms for more than a week in the sandbox.
 */
export async function makePictureWorld(): Promise<PictureWorld> {
  // Vendors count calls on the system clock: ten days in two minutes would exceed their limits. X keeps its limits.
  const sandbox = await startSandbox({ seed: "pictures", env: { SANDBOX_RATE_LIMITS: "off" } });
  const dataFolder = await mkdtemp(join(tmpdir(), "rawaj-pictures-"));
  const [first = "", invitation = ""] = ["salem@rawaj.example", "noura@rawaj.example"].map((email) =>
    inviteStaff(email, { DATA_DIR: dataFolder }),
  );
  const product = await startProduct(sandbox, { FIGURES_EVERY_SECONDS: "4", DATA_DIR: dataFolder });
  const stop = async () => {
    await product.stop();
    await sandbox.stop();
  };
  try {
    const { tokens, ids } = await createMerchants(sandbox, product.url);
    const staff = await enrolStaff(product.url, first);
    return { url: product.url, stop, ids, invitation, tokens: { ...tokens, staff } };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The merchants, and what they did so far. */
async function createMerchants(
  sandbox: TestSandbox,
  product: string,
): Promise<{ tokens: Omit<PictureWorld["tokens"], "staff">; ids: PictureWorld["ids"] }> {
  const addresses = { product, sandbox: sandbox.url };

  const newcomer = await signUp(addresses, "0501112233", "سارة العتيبي");
  const settled = await signUp(addresses, "0504445566", "نورة القحطاني");
  const stores = [await connectStore(settled), await connectStore(settled, { platform: "zid" })] as const;
  await deposit(settled, 9_000);

  let first: Awaited<ReturnType<typeof launch>> | undefined;
  for (let day = 0; day < days; day += 1) {
    for (const [index, { beginsOn, ...input }] of campaigns.entries()) {
      if (beginsOn !== day) continue;
      const made = await launch(settled, stores[index % 2] ?? stores[0], input);
      first ??= made;
    }
    await sandbox.control("clock", { step: "P1D" });
    await waitForFigures(sandbox, settled);
  }
  for (const store of stores) await waitForStoreSync(sandbox, settled, store.id);
  return {
    tokens: { newcomer: newcomer.token, settled: settled.token },
    ids: { campaign: first?.id ?? "", adGroup: first?.ad_groups[0]?.id ?? "" },
  };
}

async function launch(
  merchant: Merchant,
  store: TestStore,
  { platform, name, dailyRiyals }: Omit<(typeof campaigns)[number], "beginsOn">,
) {
  const { id: adAccountId } = await linkAdAccount(merchant, platform);
  const mediaId = platform === "google" ? null : (await uploadPicture(merchant, platform)).id;
  const made = await createCampaign(merchant, { platform, adAccountId, store, mediaId, dailyRiyals }, name);
  await merchant.call(`POST Clients/Campaigns/${made.id}/start`);
  await until("the platform's confirmation", async () => {
    const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${made.id}`);
    return sync === "synced";
  });
  return made;
}

/**
 * Waits until each platform has reported what it showed so far: a day at a time, so that no store gets too many calls
 * at once.
 */
async function waitForFigures(sandbox: TestSandbox, merchant: Merchant) {
  const { now } = await sandbox.control<{ now: string }>("clock");
  await until(
    "the day's figures",
    async () => {
      const { items } = await merchant.call<{ items: { as_of: string | null }[] }>(
        "GET Clients/Reports/readings",
      );
      return items.every(({ as_of }) => Date.parse(now) - Date.parse(as_of ?? "") < 3_600_000);
    },
    120,
  );
}

/** The store is read once more: everything that happened in the simulated days is included then. */
async function waitForStoreSync(sandbox: TestSandbox, merchant: Merchant, storeId: string) {
  const { now } = await sandbox.control<{ now: string }>("clock");
  type Read = { sync_failures: number; last_synced_at: string | null };
  await merchant.call(`POST Clients/Stores/${storeId}/sync`);
  await until(
    "the store's answer",
    async () => {
      const { sync_failures, last_synced_at } = await merchant.call<Read>(`GET Clients/Stores/${storeId}`);
      return sync_failures === 0 && Date.parse(now) - Date.parse(last_synced_at ?? "") < 3_600_000;
    },
    300,
  );
}

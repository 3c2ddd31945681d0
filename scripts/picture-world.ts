import { startSandbox } from "#base/testing/sandbox.ts";
import {
  connectStore,
  createCampaign,
  deposit,
  linkAdAccount,
  type Merchant,
  signUp,
  until,
  uploadPicture,
} from "../src/app/testing/merchant.ts";
import { startProduct } from "../src/app/testing/product.ts";

export type PictureWorld = {
  url: string;
  /** Whose eyes a screen is seen with. */
  tokens: { newcomer: string; settled: string };
  /** Of the settled merchant, for pages of one thing. */
  ids: { campaign: string; adGroup: string };
  stop(): Promise<void>;
};

type Home = { totals: { impressions: number; orders_placed: number } };
type Truth = {
  totals: { impressions: number; orders_from_ads: { count: number }; cancellations: { count: number } };
};

/**
 * A world worth photographing, made as merchants would make it: one who has just signed up, and one whose campaigns have
 * run for two weeks in the sandbox, with one of them refused by the platform.
 */
export async function makePictureWorld(): Promise<PictureWorld> {
  const sandbox = await startSandbox({ seed: "pictures" });
  const product = await startProduct(sandbox);
  const addresses = { product: product.url, sandbox: sandbox.url };

  const newcomer = await signUp(addresses, "0501112233", "سارة العتيبي");
  const settled = await signUp(addresses, "0504445566", "نورة القحطاني");
  const store = await connectStore(settled);
  const { id: adAccountId } = await linkAdAccount(settled);
  await deposit(settled, 6_000);
  const { id: mediaId } = await uploadPicture(settled);
  const parts = { adAccountId, store, mediaId };

  const first = await createCampaign(settled, { ...parts, dailyRiyals: 150 }, "تمور العجوة – الرياض");
  await start(settled, first.id);
  await sandbox.control("clock", { step: "P7D" });
  const second = await createCampaign(settled, { ...parts, dailyRiyals: 90 }, "هدايا الموسم");
  await start(settled, second.id);
  await sandbox.control("clock", { step: "P7D" });
  await createCampaign(settled, { ...parts, dailyRiyals: 60 }, "قصة المزرعة");
  await until(
    "two weeks of figures and orders",
    async () => {
      const { totals } = await settled.call<Home>("GET Clients/Reports/home");
      const { totals: truth } = await sandbox.control<Truth>("truth?limit=0");
      const orders = truth.orders_from_ads.count - truth.cancellations.count;
      return totals.impressions >= truth.impressions * 0.99 && totals.orders_placed >= orders - 1;
    },
    240,
  );

  return {
    url: product.url,
    tokens: { newcomer: newcomer.token, settled: settled.token },
    ids: { campaign: first.id, adGroup: first.ad_groups[0]?.id ?? "" },
    async stop() {
      await product.stop();
      await sandbox.stop();
    },
  };
}

async function start(merchant: Merchant, campaignId: string) {
  await merchant.call(`POST Clients/Campaigns/${campaignId}/start`);
  await until("the platform's confirmation", async () => {
    const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${campaignId}`);
    return sync === "synced";
  });
}

import { startSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../src/app/testing/connections.ts";
import {
  createCampaign,
  deposit,
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
  await until("two weeks of figures", async () => {
    const { as_of } = await settled.call<{ as_of: string }>("GET Clients/Reports/home");
    const { now } = await sandbox.control<{ now: string }>("clock");
    return Date.parse(now) - Date.parse(as_of) < 3_600_000;
  });

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

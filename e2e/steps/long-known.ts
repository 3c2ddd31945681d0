import type { FullConfig } from "@playwright/test";
import { campaignWish, type Merchant, signUp, until } from "#app/testing/merchant.ts";
import { freshMobile } from "./fresh-mobile.ts";
import { prepare } from "./prepare.ts";
import { makeSandbox } from "./sandbox.ts";

/** What began before all stories and needs minutes to ripen; each project has its own. */
type LongKnown = {
  /** A merchant who signed up: a number that was sent a code waits a minute for its next. */
  mobile: string;
  /** A merchant whose ad the platform rejects: reviews are asked about once a minute. */
  token: string;
  rejectedCampaign: string;
};

const place = "STORIES_LONG_KNOWN";

export function longKnown(project: string): LongKnown {
  const all = JSON.parse(process.env[place] ?? "{}") as Record<string, LongKnown>;
  const found = all[project];
  if (!found) throw new Error(`nothing was prepared for ${project}`);
  return found;
}

async function beginEarly({ projects, metadata }: FullConfig) {
  const sandbox = makeSandbox(String(metadata.sandbox));
  const known: Record<string, LongKnown> = {};
  for (const { name, use } of projects) {
    const addresses = { product: use.baseURL ?? "", sandbox: sandbox.url };
    const mobile = freshMobile();
    await signUp(addresses, mobile);
    const merchant = await signUp(addresses, freshMobile());
    const rejectedCampaign = await startWithForbiddenWords(merchant, use.locale ?? "");
    known[name] = { mobile, token: merchant.token, rejectedCampaign };
  }
  await sandbox.step("PT30M");
  process.env[place] = JSON.stringify(known);
}
// biome-ignore lint/style/noDefaultExport: the runner takes what is done before all stories from here
export default beginEarly;

async function startWithForbiddenWords(merchant: Merchant, locale: string): Promise<string> {
  const wish = campaignWish(await prepare(merchant, 1_000), "مستخلصات");
  wish.ad_group.ad.headline = locale.startsWith("ar") ? "علاج سحري للشعر" : "A miracle cure for hair";
  const { id } = await merchant.call<{ id: string }>("POST Clients/Campaigns/create", { body: wish });
  await merchant.call(`POST Clients/Campaigns/${id}/start`);
  await until("the platform's confirmation", async () => {
    const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`);
    return sync === "synced";
  });
  return id;
}

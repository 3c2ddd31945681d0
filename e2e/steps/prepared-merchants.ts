import { randomUUID } from "node:crypto";
import type { FullConfig } from "@playwright/test";
import { connectStore } from "#app/testing/connections.ts";
import { buildCampaignInput, deposit, type Merchant, signUp, until } from "#app/testing/merchant.ts";
import { freshMobile } from "./fresh-mobile.ts";
import { prepare } from "./prepare.ts";
import { makeSandbox } from "./sandbox.ts";
import { enrolMembers } from "./staff.ts";

/** Merchants that were set up before all stories because they need minutes; each project has its own. */
type PreparedMerchant = {
  /** A merchant who signed up: a number that was sent a code waits a minute for its next. */
  mobile: string;
  /** A merchant whose ad the platform rejects: reviews are polled about once a minute. */
  token: string;
  rejectedCampaign: string;
  /** A merchant with a store and 500 riyals from one card, whose number may be sent its next code. */
  withdrawing: { mobile: string; token: string };
  /** A merchant with a store, who changes the mobile number. */
  moving: { mobile: string; token: string };
  /** A merchant with a store and an empty wallet, who asks to be erased. */
  leaving: { mobile: string; token: string };
  /** One more, with a plan that the balance paid and upgraded, and a bank account. */
  upgraded: { mobile: string; token: string };
};

const envName = "STORIES_PREPARED_MERCHANTS";

export function loadPreparedMerchant(project: string): PreparedMerchant {
  const all = JSON.parse(process.env[envName] ?? "{}") as Record<string, PreparedMerchant>;
  const found = all[project];
  if (!found) throw new Error(`nothing was prepared for ${project}`);
  return found;
}

async function prepareMerchants({ projects, metadata }: FullConfig) {
  const sandbox = makeSandbox(String(metadata.sandbox));
  const prepared: Record<string, PreparedMerchant> = {};
  for (const { name, use } of projects) {
    const addresses = { product: use.baseURL ?? "", sandbox: sandbox.url };
    const mobile = freshMobile();
    await signUp(addresses, mobile);
    const merchant = await signUp(addresses, freshMobile());
    const rejectedCampaign = await startWithForbiddenWords(merchant, use.locale ?? "");
    const withdrawing = await depositFirst(await signUp(addresses, freshMobile()));
    const moving = await connectFirst(await signUp(addresses, freshMobile()));
    const leaving = await connectFirst(await signUp(addresses, freshMobile()));
    const upgraded = await upgradeFirst(await signUp(addresses, freshMobile()));
    prepared[name] = {
      mobile,
      token: merchant.token,
      rejectedCampaign,
      withdrawing,
      moving,
      leaving,
      upgraded,
    };
  }
  await enrolMembers(projects[0]?.use.baseURL ?? "");
  await sandbox.step("PT30M");
  process.env[envName] = JSON.stringify(prepared);
}
// biome-ignore lint/style/noDefaultExport: the runner takes what is done before all stories from here
export default prepareMerchants;

async function connectFirst(merchant: Merchant) {
  await connectStore(merchant);
  return { mobile: merchant.mobile, token: merchant.token };
}

async function depositFirst(merchant: Merchant) {
  const connected = await connectFirst(merchant);
  await deposit(merchant, 500);
  return connected;
}

async function upgradeFirst(merchant: Merchant) {
  const first = await depositFirst(merchant);
  await merchant.call("POST Clients/Billing/orders", {
    body: {
      lines: [{ kind: "plan", plan_id: "plv_start_1", duration_months: 1 }],
      checkout_id: randomUUID(),
      expected_total_halalas: 99_00,
      payment: { method: "balance" },
    },
  });
  await merchant.call("POST Clients/Billing/subscription/upgrade", {
    body: { plan_version_id: "plv_growth_1", duration_months: 1, payment: { source: "balance" } },
  });
  await merchant.call("PUT Clients/Wallet/bank-account", {
    body: { iban: "SA0380000000608010167519", holder_name: "متجر نخلة" },
  });
  return first;
}

async function startWithForbiddenWords(merchant: Merchant, locale: string): Promise<string> {
  const headline = locale.startsWith("ar") ? "علاج سحري للشعر" : "A miracle cure for hair";
  const input = buildCampaignInput(await prepare(merchant, 1_000), "مستخلصات", headline);
  const { id } = await merchant.call<{ id: string }>("POST Clients/Campaigns/create", { body: input });
  await merchant.call(`POST Clients/Campaigns/${id}/start`);
  await until("the platform's confirmation", async () => {
    const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`);
    return sync === "synced";
  });
  return id;
}

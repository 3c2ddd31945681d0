import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Envelope } from "#base/shared/envelope.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/**
 * A merchant who uses the product over HTTP as a browser would: consent pages are read and answered, the card form's
 * call goes from here to the gateway. For tests that need a whole product.
 */
export type Merchant = {
  mobile: string;
  token: string;
  call<Data = Record<string, unknown>>(name: string, options?: Options): Promise<Data>;
};
type Options = { body?: object; form?: FormData; query?: Record<string, string>; key?: string };
export type Addresses = { product: string; sandbox: string };

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";

export async function signUp(
  { product, sandbox }: Addresses,
  mobile: string,
  name = "نورة القحطاني",
): Promise<Merchant> {
  let token = "";
  const call: Merchant["call"] = async <Data>(
    callName: string,
    { body, form, query, key = randomUUID() }: Options = {},
  ) => {
    const [method = "GET", path = ""] = callName.split(" ");
    const answer = await fetch(`${product}/${path}${query ? `?${new URLSearchParams(query)}` : ""}`, {
      method,
      headers: {
        "user-agent": phone,
        "x-app-language": "en",
        "idempotency-key": key,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : form ? { body: form } : {}),
    });
    const envelope = (await answer.json()) as Envelope<Data>;
    if (envelope.error) throw new Error(`${callName} answered ${answer.status}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };

  await call("POST Clients/Account/SignUp", { body: { name, mobile_number: mobile } });
  const code = await until("the code on the phone", async () => {
    const messages = (await (await fetch(`${sandbox}/control/messages`)).json()) as {
      to: string;
      text: string;
    }[];
    return messages.find(({ to }) => to.endsWith(mobile.slice(-9)))?.text.match(/\d{6}/)?.[0];
  });
  const signedIn = await call<{ token: string }>("POST Clients/Account/Verification", {
    body: { mobile_number: mobile, code },
  });
  token = signedIn.token;
  return { mobile, token, call };
}

type PaymentForm = {
  publishable_key: string;
  api_url: string;
  amount_halalas: number;
  callback_url: string;
  metadata: object;
};

/** Pays a deposit in the gateway's own form with a test card, verifies it at the issuer, and saves the card. */
export async function deposit(merchant: Merchant, riyals: number, card?: string) {
  const { depositId } = await payDeposit(merchant, riyals, card);
  return until("the deposit in the wallet", async () => {
    const checked = await merchant.call<{ status: string }>(`POST Clients/Wallet/deposit/${depositId}/check`);
    return checked.status === "pending" ? undefined : checked;
  });
}

/** The same, but the cardholder does not come back: nothing has reported the money to the product yet. */
export async function payDeposit(merchant: Merchant, riyals: number, card = "4201320111111010") {
  const { deposit: begun, form } = await merchant.call<{ deposit: { id: string }; form: PaymentForm }>(
    "POST Clients/Wallet/deposit",
    {
      body: { amount_halalas: riyals * 100, save_card: true },
    },
  );
  const paid = await fetch(`${form.api_url}/v1/payments`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": phone,
      authorization: `Basic ${Buffer.from(`${form.publishable_key}:`).toString("base64")}`,
    },
    body: JSON.stringify({
      amount: form.amount_halalas,
      currency: "SAR",
      description: "deposit",
      callback_url: form.callback_url,
      metadata: form.metadata,
      source: {
        type: "creditcard",
        name: "NOURA TEST",
        number: card,
        month: "09",
        year: "30",
        cvc: "123",
        save_card: true,
      },
    }),
  });
  const payment = (await paid.json()) as { id: string; source: { transaction_url: string } };
  await merchant.call(`POST Clients/Wallet/deposit/${begun.id}/started`, {
    body: { payment_id: payment.id },
  });
  await proveAtIssuer(payment.source.transaction_url);
  return { depositId: begun.id, paymentId: payment.id };
}

/** Follows the issuer's pages to the one with buttons and approves. */
async function proveAtIssuer(url: string) {
  const answer = await fetch(url, { headers: { "user-agent": phone } });
  const page = await answer.text();
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  await fetch(new URL(action, answer.url), {
    method: "POST",
    redirect: "manual",
    headers: { "user-agent": phone },
    body: new URLSearchParams({ auth_result: "AUTHENTICATED" }),
  });
}

/** A plain image of the size the platform requires. */
export async function uploadPicture(merchant: Merchant, platform: Platform = "snapchat") {
  const [image] = getCapabilities(platform)?.media ?? [];
  const { width, height } = { width: image?.width ?? 1_080, height: image?.height ?? 1_920 };
  const picture = await sharp({ create: { width, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("platform", platform);
  form.append("file", new File([new Uint8Array(picture)], "ad.png", { type: "image/png" }));
  return merchant.call<{ id: string }>("POST Clients/Media/upload", { form });
}

export type CampaignParts = {
  /** Snapchat by default. */
  platform?: Platform;
  adAccountId: string;
  store: { id: string; link: string };
  /** Null where ads are text only. */
  mediaId: string | null;
  dailyRiyals: number;
};

export function createCampaign(merchant: Merchant, parts: CampaignParts, name?: string) {
  return merchant.call<{
    id: string;
    plan_id: string;
    ad_groups: { id: string; ads: { id: string; tracking_url: string }[] }[];
  }>("POST Clients/Campaigns/create", { body: buildCampaignInput(parts, name) });
}

/** Where a campaign appears, on platforms with several placements. */
const placementsByPlatform: Partial<Record<Platform, string[]>> = {
  meta: ["facebook", "instagram"],
  google: ["search"],
};
/** The further texts of a text-only ad. */
const extraTexts = {
  more_headlines: ["تمور المدينة المنورة", "توصيل اليوم في الرياض"],
  description: "عجوة من مزارع المدينة، مغلفة للهدايا.",
  more_descriptions: ["يصلك اليوم، والدفع عند الاستلام."],
};

/** The input of a new ad. Without an image it is a Google search ad. */
export const buildAdInput = (
  { store, mediaId }: Pick<CampaignParts, "store" | "mediaId">,
  headline = "عجوة المدينة اليوم",
) => ({
  name: "إعلان العجوة",
  headline,
  text: "تمر عجوة فاخر",
  description: "",
  target_url: store.link,
  media_id: mediaId,
  call_to_action: "shop_now",
  brand_name: "متجر نخلة",
  ...(mediaId ? {} : extraTexts),
});

export const buildAdGroupInput = ({ mediaId }: Pick<CampaignParts, "mediaId">) => ({
  name: "نساء الرياض",
  age_ranges: ["18-24", "25-34"],
  excluded_age_ranges: [],
  gender: "all",
  locations: [],
  devices: ["mobile"],
  optimized_targeting: false,
  keywords: mediaId ? [] : ["تمر عجوة", "تمور فاخرة"],
});

/** The input of a new campaign with one ad group and one ad. */
export function buildCampaignInput(parts: CampaignParts, name = "تمور العجوة – الرياض", headline?: string) {
  const { platform = "snapchat", adAccountId, store, dailyRiyals } = parts;
  return {
    name,
    ad_account_id: adAccountId,
    platform,
    placements: placementsByPlatform[platform] ?? [],
    store_id: store.id,
    landing_url: store.link,
    objective: "sales",
    bidding_strategy: "maximize_conversions",
    target_cpa_halalas: null,
    client_campaign_id: null,
    starts_at: null,
    ends_at: null,
    daily_budget_halalas: dailyRiyals * 100,
    ad_groups: [{ ...buildAdGroupInput(parts), ads: [buildAdInput(parts, headline)] }],
  };
}

/** Retries five times a second until there is a result, for at most `seconds`. */
export async function until<Found>(
  what: string,
  check: () => Promise<Found | undefined | null | false>,
  seconds = 30,
): Promise<Found> {
  for (let tries = 0; tries < seconds * 5; tries += 1) {
    const found = await check();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not come`);
}

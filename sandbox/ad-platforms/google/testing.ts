import sharp from "sharp";
import { toRequestInit } from "../../testing/request-init.ts";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import type { Json } from "../shared/field-table.ts";
import { makeGoogle } from "./google.ts";

export type Reply = { status: number; headers: Headers; body: Json };
type Tokens = Record<
  "access_token" | "refresh_token" | "login_customer_id" | "customer_id" | "conversion_action_id",
  string
>;

/** A running Google simulator with a signed-in identity. */
export interface Harness extends Tokens {
  sandbox: TestSandbox;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The combined mutate call: returns the created names, or the error codes. */
  mutate(operations: Json[], more?: Json): Promise<{ names: string[]; codes: string[]; reply: Reply }>;
  /** The rows of a query, or the error codes. */
  gaql(query: string): Promise<{ rows: Json[]; codes: string[] }>;
  /** A resource name of the account: `named("campaigns", -1)`. */
  named(kind: string, number: number | string): string;
  stop(): Promise<void>;
}

export async function openHarness(identity = "noura", { rateLimits = false } = {}): Promise<Harness> {
  const sandbox = await openTestSandbox([makeGoogle], { rateLimits });
  const tokens = await sandbox.control<Tokens>("tokens", { vendor: "google", identity });
  const customer = `/v25/customers/${tokens.customer_id}`;
  const own = {
    authorization: `Bearer ${tokens.access_token}`,
    ...(tokens.login_customer_id ? { "login-customer-id": tokens.login_customer_id } : {}),
  };
  const call: Harness["call"] = async (method, path, body, headers = {}) => {
    const sent = toRequestInit(body, { ...own, ...headers });
    const response = await fetch(`${sandbox.url}/google${path}`, { method, ...sent });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
  };
  return {
    ...tokens,
    sandbox,
    call,
    named: (kind, number) => `customers/${tokens.customer_id}/${kind}/${number}`,
    async mutate(mutateOperations, more = {}) {
      const reply = await call("POST", `${customer}/googleAds:mutate`, { mutateOperations, ...more });
      const responses = (reply.body.mutateOperationResponses ?? []) as Record<
        string,
        { resourceName: string }
      >[];
      const names = responses.map((response) => Object.values(response)[0]?.resourceName ?? "");
      return { names, codes: codesIn(reply.body), reply };
    },
    async gaql(query) {
      const { body } = await call("POST", `${customer}/googleAds:search`, { query });
      return { rows: (body.results ?? []) as Json[], codes: codesIn(body) };
    },
    stop: sandbox.close,
  };
}

type Failure = {
  errors: {
    errorCode: Record<string, string>;
    location?: { fieldPathElements: { fieldName: string; index?: number }[] };
  }[];
};

/** "campaignError.DUPLICATE_CAMPAIGN_NAME" for each error of a response. */
export function codesIn(body: Json): string[] {
  return failuresIn(body).map(({ errorCode }) => {
    const [[group, code] = []] = Object.entries(errorCode);
    return `${group}.${code}`;
  });
}

/** "mutate_operations[0].campaign_operation.create.name" for each. */
export function placesIn(body: Json): string[] {
  return failuresIn(body).map(({ location }) =>
    (location?.fieldPathElements ?? [])
      .map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`))
      .join("."),
  );
}

function failuresIn(body: Json): Failure["errors"] {
  const outer = (Array.isArray(body) ? body[0] : body) as Json | undefined;
  const error = (outer?.error ?? outer?.partialFailureError) as { details?: (Failure & Json)[] } | undefined;
  return (error?.details ?? []).flatMap((detail) => detail.errors ?? []);
}

export const aBudget = (harness: Harness, change: Json = {}): Json => ({
  campaignBudgetOperation: {
    create: {
      resourceName: harness.named("campaignBudgets", -1),
      amountMicros: "50000000",
      explicitlyShared: false,
      ...change,
    },
  },
});

export const aCampaign = (harness: Harness, change: Json = {}): Json => ({
  campaignOperation: {
    create: {
      resourceName: harness.named("campaigns", -2),
      name: "عرض الجمعة البيضاء",
      status: "PAUSED",
      advertisingChannelType: "SEARCH",
      campaignBudget: harness.named("campaignBudgets", -1),
      maximizeConversions: {},
      networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
      ...change,
    },
  },
});

export const aDemandGenCampaign = (harness: Harness, change: Json = {}): Json =>
  aCampaign(harness, {
    advertisingChannelType: "DEMAND_GEN",
    networkSettings: undefined,
    demandGenCampaignSettings: { upgradedTargeting: false },
    ...change,
  });

export const anAdGroup = (harness: Harness, campaign: string, change: Json = {}): Json => ({
  adGroupOperation: {
    create: {
      resourceName: harness.named("adGroups", -3),
      campaign,
      name: "نساء الرياض",
      status: "ENABLED",
      ...change,
    },
  },
});

const texts = (list: string[]) => list.map((text) => ({ text }));

export const aSearchAd = (adGroup: string, change: Json = {}, ad: Json = {}): Json => ({
  adGroupAdOperation: {
    create: {
      adGroup,
      status: "ENABLED",
      ad: {
        finalUrls: ["https://store.example/offer"],
        responsiveSearchAd: {
          headlines: texts(["خصم نصف السعر", "عطور أصلية", "توصيل سريع"]),
          descriptions: texts(["كل العطور بنصف السعر هذا الأسبوع", "اطلب الآن وادفع عند الاستلام"]),
          ...ad,
        },
      },
      ...change,
    },
  },
});

export const aCriterion = (adGroup: string, criterion: Json): Json => ({
  adGroupCriterionOperation: { create: { adGroup, ...criterion } },
});

/** A campaign in search with everything below it, enabled from the top down. */
export async function makeTree(harness: Harness, campaign: Json = {}) {
  const [campaignName, group] = [harness.named("campaigns", -2), harness.named("adGroups", -3)];
  const { names, codes } = await harness.mutate([
    aBudget(harness),
    aCampaign(harness, { status: "ENABLED", ...campaign }),
    anAdGroup(harness, campaignName),
    aSearchAd(group),
    aCriterion(group, { status: "ENABLED", keyword: { text: "عطور", matchType: "BROAD" } }),
    {
      campaignCriterionOperation: {
        create: { campaign: campaignName, location: { geoTargetConstant: "geoTargetConstants/2682" } },
      },
    },
  ]);
  if (codes.length > 0) throw new Error(codes.join(", "));
  const [budget = "", created = "", adGroup = "", ad = ""] = names;
  return { budget, campaign: created, adGroup, ad };
}

export async function picture(width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
  return bytes.toString("base64");
}

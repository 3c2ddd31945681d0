import type {
  AdAccountContext,
  AdGroupSpec,
  AdMedia,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  makeAccountOpener,
  makeInMemoryUploads,
  openSandboxContext,
  riyadhAccountDefaults,
  testTimings,
} from "../shared/testing/sandbox-context.ts";
import {
  aFile,
  anAd as anyAd,
  anAdGroup as anyAdGroup,
  aCampaign as anyCampaign,
} from "../shared/testing/specs.ts";
import { makeGoogle } from "./google.ts";

type SeededAccount = Record<
  "access_token" | "refresh_token" | "identity" | "login_customer_id" | "customer_id",
  string
> & { conversion_action_id: string | null };
type Json = Record<string, unknown>;

/** The adapter with its simulator, and a landing page for ads. */
export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The adapter with its simulator. */
export async function openHarness() {
  const context = await openSandboxContext();
  const { hosts, credentials, control } = context.sandbox;
  /** The adapter as a newly started process has it. */
  const makeFreshAdapter = () =>
    makeGoogle({
      apiUrl: hosts.google ?? "",
      oauthUrl: hosts["google-oauth"] ?? "",
      accountsUrl: hosts["google-accounts"] ?? "",
      dataManagerUrl: hosts["google-data-manager"] ?? "",
      clientId: credentials.GOOGLE_CLIENT_ID ?? "",
      clientSecret: credentials.GOOGLE_CLIENT_SECRET ?? "",
      ...testTimings,
    });
  return {
    ...context,
    platform: makeFreshAdapter(),
    makeFreshAdapter,
    openAccount: makeAccountOpener(context.sandbox, "google", toAccount),
    /** Google's own response to a query, without the adapter. */
    async queryGoogle(account: AdAccountContext, query: string): Promise<Json[]> {
      const url = `${hosts.google}/v25/customers/${account.adAccountId}/googleAds:searchStream`;
      const response = await fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${account.accessToken}`,
          "login-customer-id": account.organizationId,
          "content-type": "application/json",
        },
        body: JSON.stringify({ query }),
      });
      if (!response.ok) throw new Error(`Google responded with ${response.status}: ${await response.text()}`);
      return ((await response.json()) as { results?: Json[] }[]).flatMap(({ results = [] }) => results);
    },
    /** The bodies of the mutations sent so far. */
    async listSentChanges(): Promise<Json[][]> {
      const received = await control<{ path: string; body: string }[]>("received?vendor=google&limit=2000");
      return received
        .filter(({ path }) => path.endsWith("googleAds:mutate"))
        .map(({ body }) => (JSON.parse(body) as { mutateOperations: Json[] }).mutateOperations);
    },
  };
}

function toAccount(seeded: SeededAccount): AdAccountContext {
  return {
    accessToken: seeded.access_token,
    organizationId: seeded.login_customer_id,
    adAccountId: seeded.customer_id,
    profileId: null,
    pixelId: seeded.conversion_action_id,
    ...riyadhAccountDefaults,
    uploads: makeInMemoryUploads(),
  };
}

/** The header of an mp4 video of 15 seconds, 1080 by 1920, in H.264. */
const video = Buffer.from(
  [
    "AAAAFGZ0eXBpc29tMDAwMG1wNDIAAAEwbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAOpgAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALx0cmFr",
    "AAAAXHRraGQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAABDgAAAeAAAAAAABYbWRpYQAAACBoZGxyAAAAAAAAAAB2aWRlAAAAAAAAAAAAAAAAAAAAMG1pbmYAAAAo",
    "c3RibAAAACBzdHNkAAAAAAAAAAAAAAAAYXZjMQAAAAAAAAAA",
  ].join(""),
  "base64",
);

export const aVideo = (reference: string, bytes = video): AdMedia =>
  aFile(bytes, { reference, kind: "video", mime: "video/mp4", fileName: "عطر.mp4" });

let sequence = 0;

/** Specs as a merchant would give them, each with its own reference. */
export const aCampaign = (change: Partial<CampaignSpec> = {}): CampaignSpec =>
  anyCampaign(new Date(), {
    reference: `cmp_g${++sequence}`,
    name: `عرض الجمعة ${sequence}`,
    placements: ["search"],
    startsAt: new Date(Date.now() + 86_400_000),
    endsAt: null,
    ...change,
  });

export const anAdGroup = (
  campaign: CampaignSpec,
  platformCampaignId: string,
  change: Partial<AdGroupSpec> = {},
): AdGroupSpec =>
  anyAdGroup(campaign, platformCampaignId, {
    reference: `grp_g${++sequence}`,
    name: `نساء الرياض ${sequence}`,
    devices: [],
    keywords: campaign.placements.includes("search") ? ["عطور نسائية"] : [],
    ...change,
  });

/** Texts only, as a search result shows them. */
export const anAd = (
  group: AdGroupSpec,
  platformAdGroupId: string,
  change: Partial<AdSpec> = {},
): AdSpec => ({
  ...anyAd(platformAdGroupId, "https://store.example/t/12345678", null),
  reference: `ad_g${++sequence}`,
  platformCampaignId: group.platformCampaignId,
  placements: group.campaign.placements,
  headline: "خصم على كل العطور",
  moreHeadlines: ["عطور أصلية", "توصيل خلال يومين"],
  description: "كل العطور بنصف السعر هذا الأسبوع",
  moreDescriptions: ["اطلب الآن وادفع عند الاستلام"],
  brandName: "متجر نورة",
  ...change,
});

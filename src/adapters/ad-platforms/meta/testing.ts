import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  AdMedia,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  makeAccountOpener,
  openSandboxContext,
  riyadhAccountDefaults,
  testTimings,
} from "../shared/testing/sandbox-context.ts";
import { anAd as anyAd, anAdGroup as anyAdGroup, aCampaign as anyCampaign } from "../shared/testing/specs.ts";
import { makeMeta } from "./meta.ts";

type SeededAccount = Record<
  "access_token" | "identity" | "business_id" | "ad_account_id" | "page_id" | "pixel_id" | "currency",
  string
>;
type Json = Record<string, unknown>;

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The adapter with its simulator. */
export async function openHarness() {
  const context = await openSandboxContext();
  const { hosts, credentials } = context.sandbox;
  return {
    ...context,
    platform: makeMeta({
      apiUrl: hosts.meta ?? "",
      videoUrl: hosts["meta-video"] ?? "",
      dialogUrl: hosts["meta-dialog"] ?? "",
      appId: credentials.META_APP_ID ?? "",
      appSecret: credentials.META_APP_SECRET ?? "",
      timeoutMs: testTimings.timeoutMs,
      reportPollMs: 1,
    }),
    openAccount: makeAccountOpener(context.sandbox, "meta", toAccount),
    /** Meta's own response, without the adapter. */
    async queryMeta(
      account: AdAccountContext,
      path: string,
      query: Record<string, string> = {},
    ): Promise<Json> {
      const params = new URLSearchParams({ access_token: account.accessToken, ...query });
      const response = await fetch(`${hosts.meta}/v26.0${path}?${params}`);
      if (!response.ok) throw new Error(`Meta responded with ${response.status}: ${await response.text()}`);
      return (await response.json()) as Json;
    },
  };
}

function toAccount(seeded: SeededAccount): AdAccountContext {
  return {
    accessToken: seeded.access_token,
    organizationId: seeded.business_id,
    adAccountId: seeded.ad_account_id,
    profileId: seeded.page_id,
    pixelId: seeded.pixel_id,
    ...riyadhAccountDefaults,
    currency: seeded.currency,
  };
}

let sequence = 0;
function reference(kind: string): string {
  sequence += 1;
  return `${kind}_${sequence}`;
}

/** Specs as a merchant would give them, each with its own reference. */
export const aCampaign = ({
  targetCpa,
  ...change
}: Partial<Omit<CampaignSpec, "targetCpa">> & { targetCpa?: number } = {}): CampaignSpec =>
  anyCampaign(new Date(), {
    reference: reference("cmp"),
    objective: "traffic",
    placements: ["facebook", "instagram"],
    targetCpa: targetCpa === undefined ? null : accountMoney(targetCpa),
    ...change,
  });

export const anAdGroup = (
  campaign: CampaignSpec,
  platformCampaignId: string,
  change: Partial<AdGroupSpec> = {},
): AdGroupSpec =>
  anyAdGroup(campaign, platformCampaignId, {
    reference: reference("grp"),
    name: "نساء الرياض",
    ageMin: 25,
    ageMax: 44,
    geoRadii: [{ latitude: 24.7136, longitude: 46.6753, radiusMetres: 10_000 }],
    ...change,
  });

export const anAd = (
  platformCampaignId: string,
  platformAdGroupId: string,
  url: string,
  media: AdMedia,
  change: Partial<AdSpec> = {},
): AdSpec =>
  anyAd(platformAdGroupId, url, media, {
    reference: reference("ad"),
    platformCampaignId,
    placements: ["facebook", "instagram"],
    text: "وصل حديثًا، واحد لك وآخر هدية",
    description: "توصيل في يومين",
    brandName: "متجر نورة",
    ...change,
  });

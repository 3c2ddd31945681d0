import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  AdMedia,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { impatient, inRiyadh, openGround, peopleOf } from "../shared/testing/ground.ts";
import {
  anAd as anyAd,
  anAdGroup as anyAdGroup,
  aCampaign as anyCampaign,
} from "../shared/testing/orders.ts";
import { makeMeta } from "./meta.ts";

type Ready = Record<
  "access_token" | "identity" | "business_id" | "ad_account_id" | "page_id" | "pixel_id" | "currency",
  string
>;
type Json = Record<string, unknown>;

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** The adapter beside its simulator. */
export async function openBench() {
  const ground = await openGround();
  const { hosts, credentials } = ground.sandbox;
  return {
    ...ground,
    platform: makeMeta({
      apiUrl: hosts.meta ?? "",
      videoUrl: hosts["meta-video"] ?? "",
      dialogUrl: hosts["meta-dialog"] ?? "",
      appId: credentials.META_APP_ID ?? "",
      appSecret: credentials.META_APP_SECRET ?? "",
      timeoutMs: impatient.timeoutMs,
      reportPollMs: 1,
    }),
    someone: peopleOf(ground.sandbox, "meta", accountOf),
    /** What Meta itself says, asked without the adapter. */
    async askMeta(account: AdAccountContext, path: string, query: Record<string, string> = {}): Promise<Json> {
      const asked = new URLSearchParams({ access_token: account.accessToken, ...query });
      const answer = await fetch(`${hosts.meta}/v26.0${path}?${asked}`);
      if (!answer.ok) throw new Error(`Meta answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Json;
    },
  };
}

function accountOf(ready: Ready): AdAccountContext {
  return {
    accessToken: ready.access_token,
    organizationId: ready.business_id,
    adAccountId: ready.ad_account_id,
    profileId: ready.page_id,
    pixelId: ready.pixel_id,
    ...inRiyadh,
    currency: ready.currency,
  };
}

let turn = 0;
function reference(kind: string): string {
  turn += 1;
  return `${kind}_${turn}`;
}

/** Orders as a merchant gives them, each with a reference of its own. */
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

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  AdGroupSpec,
  AdMedia,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";

const dayMs = 86_400_000;

/** Specs as a merchant would give them; a test changes only what matters to it. */
export const aCampaign = (now: Date, change: Partial<CampaignSpec> = {}): CampaignSpec => ({
  reference: "cmp_1",
  name: "عرض الجمعة البيضاء",
  objective: "sales",
  placements: [],
  startsAt: new Date(now.getTime() - dayMs),
  endsAt: new Date(now.getTime() + 30 * dayMs),
  hours: null,
  dailyBudget: accountMoney(150_00),
  biddingStrategy: "maximize_conversions",
  targetCpa: null,
  targetRoas: null,
  ...change,
});

export const anAdGroup = (
  campaign: CampaignSpec,
  platformCampaignId: string,
  change: Partial<AdGroupSpec> = {},
): AdGroupSpec => ({
  reference: "grp_1",
  platformCampaignId,
  campaign,
  name: "نساء",
  ageMin: 18,
  ageMax: 34,
  gender: "female",
  geoRadii: [],
  excludedRadii: [],
  devices: ["mobile"],
  optimizedTargeting: false,
  keywords: [],
  ...change,
});

export const anAd = (
  platformAdGroupId: string,
  url: string,
  media: AdMedia | null,
  change: Partial<AdSpec> = {},
): AdSpec => ({
  reference: "ad_1",
  platformCampaignId: "",
  platformAdGroupId,
  placements: [],
  name: "إعلان العطر",
  headline: "خصم على كل العطور",
  moreHeadlines: [],
  text: "",
  description: "",
  moreDescriptions: [],
  brandName: "",
  callToAction: "shop_now",
  url,
  media,
  automaticEnhancements: false,
  ...change,
});

/** A stored file, read in two chunks. */
export function aFile(bytes: Buffer, change: Partial<AdMedia> = {}): AdMedia {
  return {
    reference: "med_1",
    kind: "image",
    mime: "image/png",
    fileName: "عطر.png",
    bytes: bytes.length,
    open: async () => Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]),
    ...change,
  };
}

/** A landing page for ads, which responds. */
export async function openLanding() {
  const server = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/t/12345678`, close: () => server.close() };
}

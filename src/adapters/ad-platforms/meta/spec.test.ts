import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdGroupSpec, AdSpec, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aPicture } from "../shared/testing/sandbox-context.ts";
import { aFile } from "../shared/testing/specs.ts";
import { toEnhancements } from "./enhancements.ts";
import spec from "./spec/marketing-api.json" with { type: "json" };
import { aCampaign, anAd, anAdGroup, type Harness, openHarness } from "./testing.ts";

/** The recorded requests of every operation the product uses, to compare with the names that Meta publishes. */
type Received = { method: string; path: string; body: string; status: number; answer: string };
type ApiCall = {
  call: string;
  node: string;
  params: Record<string, unknown>;
  fields: string[];
  answer: string;
};

let harness: Harness;
let calls: ApiCall[];
beforeAll(async () => {
  harness = await openHarness();
  calls = await runEveryCall();
});
afterAll(() => harness.stop());

async function runEveryCall(): Promise<ApiCall[]> {
  const { platform, sandbox } = harness;
  const { account } = await harness.openAccount();
  await platform.listAccessibleAccounts(account.accessToken);
  await platform.findPixel(account.accessToken, account);
  const campaign: CampaignSpec = aCampaign({
    objective: "sales",
    biddingStrategy: "target_cpa",
    targetCpa: 30_00,
  });
  const campaignId = (await platform.createCampaign(account, campaign)).platformId;
  const group: AdGroupSpec = anAdGroup(campaign, campaignId, { optimizedTargeting: true });
  const groupId = (await platform.createAdGroup(account, group)).platformId;
  const ad: AdSpec = anAd(campaignId, groupId, harness.landingUrl, aFile(await aPicture()));
  const adId = (await platform.createAd(account, ad)).platformId;
  await platform.updateCampaign(account, campaignId, { ...campaign, endsAt: null });
  await platform.updateAdGroup(account, groupId, { ...group, gender: "male", geoRadii: [] });
  await platform.updateAd(account, adId, { ...ad, automaticEnhancements: true });
  for (const [level, id] of [
    ["campaign", campaignId],
    ["ad_group", groupId],
    ["ad", adId],
  ] as const) {
    await platform.states(account, level, [id]);
    await platform.setStatus(account, level, id, "paused");
  }
  const now = new Date((await sandbox.control<{ now: string }>("clock")).now);
  const figuresQuery = {
    platformCampaignIds: [campaignId],
    from: new Date(now.getTime() - 86_400_000),
    to: now,
  };
  for (const grain of ["hour", "day"] as const)
    for await (const _page of platform.readFigures(account, { ...figuresQuery, grain }));
  const kinds = { [campaignId]: "campaign", [groupId]: "adset", [adId]: "ad" };
  const received = await sandbox.control<Received[]>("received?vendor=meta&limit=500");
  expect(received.filter(({ status }) => status !== 200)).toEqual([]);
  return received.flatMap((each) => parseCalls(each, kinds));
}

/** A call, and each part of a batch, named by its target: "POST act/campaigns", "GET adset". */
function parseCalls({ method, path, body, answer }: Received, kinds: Record<string, string>): ApiCall[] {
  const url = new URL(path, "http://meta");
  const params: Record<string, unknown> = body.startsWith("{") ? JSON.parse(body) : {};
  if (Array.isArray(params.batch))
    return (params.batch as { method: string; relative_url: string }[]).flatMap((part) =>
      parseCalls(
        { method: part.method, path: `/${part.relative_url}`, body: "", status: 200, answer: "" },
        kinds,
      ),
    );
  const [, , first = "", edge] = url.pathname.split("/");
  const node = first.startsWith("act_") ? "act" : (kinds[first] ?? first);
  const query = Object.fromEntries(url.searchParams);
  const {
    fields = "",
    appsecret_proof: _proof,
    limit: _limit,
    ...rest
  } = { ...query, ...params } as Record<string, string>;
  return [
    {
      call: `${method} ${edge ? `${node}/${edge}` : node}`,
      node: edge ?? node,
      params: rest,
      fields: topFields(fields),
      answer,
    },
  ];
}

const topFields = (fields: string) =>
  fields
    .replace(/\{[^}]*\}/g, "")
    .split(",")
    .filter(Boolean);
const nodeTypes: Record<string, keyof typeof spec.nodes> = {
  adaccounts: "AdAccount",
  campaigns: "Campaign",
  campaign: "Campaign",
  adsets: "AdSet",
  adset: "AdSet",
  ads: "Ad",
  ad: "Ad",
  adimages: "AdImage",
  insights: "AdsInsights",
};
const listParams = (call: string) => calls.filter((each) => each.call === call).map(({ params }) => params);
const collectValues = (values: unknown[], key: string) =>
  values.map((value) => (value as Record<string, unknown>)[key]).filter(Boolean);
function findUnknownKeys(values: unknown[], shape: keyof typeof spec.shapes): string[] {
  return values
    .flatMap((value) => Object.keys(value as object))
    .filter((key) => !spec.shapes[shape].includes(key));
}

describe("what is sent to Meta", () => {
  it("uses only the published parameters of its call, with all that are required", () => {
    for (const [call, published] of Object.entries(spec.calls)) {
      for (const params of listParams(call)) {
        expect(Object.keys(params).filter((name) => !Object.hasOwn(published, name))).toEqual([]);
        const required = Object.entries(published).filter(([, mark]) => mark === "required");
        for (const [name] of required) expect(params, `${call} ${name}`).toHaveProperty(name);
      }
    }
    const written = [
      "POST act/campaigns",
      "POST campaign",
      "POST act/adsets",
      "POST adset",
      "POST act/adcreatives",
      "POST act/ads",
      "POST ad",
    ];
    for (const call of written) expect(listParams(call).length, call).toBeGreaterThan(0);
  });

  it("requests published fields only", () => {
    const requestedFields = calls.flatMap(({ node, fields }) => {
      const type = nodeTypes[node];
      return type ? fields.map((field) => [type, field] as const) : [];
    });
    expect(requestedFields.length).toBeGreaterThan(20);
    expect(requestedFields.filter(([type, field]) => !spec.nodes[type].includes(field))).toEqual([]);
  });

  it("shapes audiences and stories as published", () => {
    const targetings = collectValues(
      [...listParams("POST act/adsets"), ...listParams("POST adset")],
      "targeting",
    );
    expect(findUnknownKeys(targetings, "Targeting")).toEqual([]);
    const places = collectValues(targetings, "geo_locations");
    expect(findUnknownKeys(places, "TargetingGeoLocation")).toEqual([]);
    const geoRadii = collectValues(places, "custom_locations").flat();
    expect(findUnknownKeys(geoRadii, "TargetingGeoLocationCustomLocation")).toEqual([]);
    const stories = collectValues(listParams("POST act/adcreatives"), "object_story_spec");
    expect(findUnknownKeys(stories, "AdCreativeObjectStorySpec")).toEqual([]);
    const links = collectValues(stories, "link_data");
    expect(findUnknownKeys(links, "AdCreativeLinkData")).toEqual([]);
    expect(findUnknownKeys(collectValues(links, "call_to_action"), "AdCreativeLinkDataCallToAction")).toEqual(
      [],
    );
    for (const kind of ["image", "video"] as const)
      expect(findUnknownKeys([toEnhancements(kind, true)], "AdCreativeFeaturesSpec")).toEqual([]);
  });

  it("takes its enum values from the published lists", () => {
    const listValues = (key: string) =>
      calls.flatMap(({ params }) => (typeof params[key] === "string" ? [params[key]] : []));
    for (const [key, list] of Object.entries(spec.enums)) {
      expect(listValues(key).filter((word) => !list.includes(word))).toEqual([]);
    }
    for (const key of [
      "status",
      "objective",
      "bid_strategy",
      "optimization_goal",
      "billing_event",
      "level",
      "breakdowns",
    ])
      expect(listValues(key).length, key).toBeGreaterThan(0);
  });
});

it("the simulator returns only published fields, and the hours of a breakdown", () => {
  const known = (type: keyof typeof spec.nodes) => [...spec.nodes[type], ...spec.enums.breakdowns];
  const rows = calls.flatMap(({ call, node, answer }) => {
    const type = nodeTypes[node];
    if (!type || !call.startsWith("GET") || answer === "") return [];
    const body = JSON.parse(answer) as { data?: object[] };
    return (body.data ?? [body]).map((row) => [type, row] as const);
  });
  expect(rows.length).toBeGreaterThan(0);
  for (const [type, row] of rows)
    expect(Object.keys(row).filter((key) => !known(type).includes(key))).toEqual([]);
});

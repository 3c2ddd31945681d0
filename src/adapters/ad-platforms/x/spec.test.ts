import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import { aCampaign, anAd } from "../shared/testing/specs.ts";
import spec from "./spec/endpoints.json" with { type: "json" };
import { anAdGroup, type Harness, openHarness } from "./testing.ts";

/**
 * Checks everything we send against X's documents: `spec/endpoints.json` holds each call's parameters, the required
 * ones, their closed lists and lengths (docs.x.com, X Ads API). Two required marks are relaxed, because X's own samples
 * leave them out: a line item's end_time, and the parent campaign of a criterion's operator.
 */
const endpoints: Record<string, Record<string, string>> = spec;
type Received = { method: string; path: string; body: string };
/** Documented in prose only. */
const proseOnly = [
  "GET /accounts/:account_id/web_event_tags",
  "GET /accounts/:account_id/targeting_criteria",
];

let harness: Harness;
let calls: Received[];
beforeAll(async () => {
  harness = await openHarness();
  const { account } = await harness.openAccount();
  const now = await harness.now();
  const campaign = aCampaign(now);
  const { platform, picture, landingUrl } = harness;
  await platform.listAccessibleAccounts(account.accessToken);
  const { platformId: campaignId } = await platform.createCampaign(account, campaign);
  const group = anAdGroup(campaign, campaignId);
  const { platformId: groupId } = await platform.createAdGroup(account, group);
  const ad = anAd(groupId, landingUrl, picture("med_1"));
  const { platformId: adId } = await platform.createAd(account, ad);
  const target = { biddingStrategy: "target_cpa" as const, targetCpa: accountMoney(25_00), endsAt: null };
  await platform.updateCampaign(account, campaignId, { ...campaign, ...target });
  await platform.updateAdGroup(account, groupId, { ...group, gender: "all", keywords: [] });
  await platform.setStatus(account, "ad", adId, "active");
  await platform.updateAd(account, adId, { ...ad, headline: "عرض اليوم فقط" });
  for (const [level, id] of [
    ["campaign", campaignId],
    ["ad_group", groupId],
    ["ad", adId],
  ] as const) {
    await platform.states(account, level, [id]);
    if (level !== "ad") await platform.setStatus(account, level, id, "active");
  }
  await harness.sandbox.control("clock", { step: "PT6H" });
  for (const days of [2, 300]) {
    const from = new Date(now.getTime() - days * 86_400_000);
    const figuresQuery = { platformCampaignIds: [campaignId], from, to: now, grain: "day" as const };
    for await (const _page of platform.readFigures(account, figuresQuery));
  }
  for (const [level, id] of [
    ["ad", adId],
    ["ad_group", groupId],
    ["campaign", campaignId],
  ] as const)
    await platform.remove(account, level, id);
  const received = await harness.sandbox.control<Received[]>("received?vendor=x&path=/12/&limit=1000");
  calls = received.filter(({ path }) => path.startsWith("/12/"));
});
afterAll(() => harness?.stop());

function matchEndpoint({ method, path }: Received): string {
  const parts = path.split("?")[0]?.slice(3).split("/") ?? [];
  const fits = (template: string) => {
    const templateParts = template.split(" ")[1]?.split("/") ?? [];
    return (
      template.startsWith(`${method} `) &&
      templateParts.length === parts.length &&
      templateParts.every((part, index) => part.startsWith(":") || part === parts[index])
    );
  };
  return [...Object.keys(endpoints), ...proseOnly].find(fits) ?? `${method} ${path}`;
}

function findProblems(rules: Record<string, string>, sent: Record<string, string>): string[] {
  const found = Object.entries(sent).flatMap(([name, value]) => {
    const rule = rules[name];
    if (rule === undefined) return [`${name} is not documented`];
    const [, list] = /enum:(\S+)/.exec(rule) ?? [];
    const [, length] = /max_length:(\d+)/.exec(rule) ?? [];
    const [, items] = /max_items:(\d+)/.exec(rule) ?? [];
    const values = value === "" ? [] : value.split(",");
    return [
      ...(list && values.some((one) => !list.split("|").includes(one)) ? [`${name} is ${value}`] : []),
      ...(length && [...value].length > Number(length) ? [`${name} is too long`] : []),
      ...(items && values.length > Number(items) ? [`${name} has too many`] : []),
    ];
  });
  const missing = Object.entries(rules)
    .filter(([name, rule]) => rule.includes("required") && name !== "end_time" && !(name in sent))
    .map(([name]) => `${name} is missing`);
  return [...found, ...missing];
}

/** An operation of a batch follows the rules of the same single call. */
function parseOperations(
  endpoint: string,
  body: string,
): [rules: Record<string, string>, sent: Record<string, string>][] {
  const kind = endpoint.split("/").at(-1) ?? "";
  const operations = JSON.parse(body) as { operation_type: string; params: Record<string, unknown> }[];
  return operations
    .filter(({ operation_type }) => operation_type !== "Delete")
    .map(({ operation_type, params }) => {
      const { line_item_id, ...rest } = params;
      const isUpdate = operation_type === "Update";
      const alone = isUpdate
        ? `PUT /accounts/:account_id/${kind}/:line_item_id`
        : `POST /accounts/:account_id/${kind}`;
      const sent = Object.entries(isUpdate ? rest : { line_item_id, ...rest });
      return [
        endpoints[alone] ?? {},
        Object.fromEntries(sent.map(([name, value]) => [name, String(value ?? "")])),
      ];
    });
}

describe("what is sent to X", () => {
  it("uses documented calls only, with documented parameters, values and lengths", () => {
    const problems = calls.flatMap((call) => {
      const endpoint = matchEndpoint(call);
      if (proseOnly.includes(endpoint) || endpoint.endsWith("/cards")) return [];
      const rules = endpoints[endpoint];
      if (!rules) return [`${endpoint} is not documented`];
      const query = Object.fromEntries(new URLSearchParams(call.path.split("?")[1] ?? ""));
      const checks: ReturnType<typeof parseOperations> = endpoint.includes("/batch/")
        ? parseOperations(endpoint, call.body)
        : [[isStatsJob(endpoint) ? (endpoints["GET /stats/accounts/:account_id"] ?? {}) : rules, query]];
      return checks
        .flatMap(([table, sent]) => findProblems(table, sent))
        .map((problem) => `${endpoint}: ${problem}`);
    });
    expect([...new Set(problems)]).toEqual([]);
  });

  it("covers every documented call that the project uses", () => {
    const used = new Set(calls.map(matchEndpoint));
    const read = ["POST /accounts/:account_id/targeting_criteria"];
    expect(
      Object.keys(endpoints).filter((endpoint) => !used.has(endpoint) && !read.includes(endpoint)),
    ).toEqual([]);
  });
});

/** A job has the same parameters as a synchronous report (docs, Analytics). */
const isStatsJob = (endpoint: string) => endpoint === "POST /stats/jobs/accounts/:account_id";

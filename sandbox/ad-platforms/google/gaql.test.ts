import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codesIn, type Harness, makeTree, openHarness } from "./testing.ts";

let harness: Harness;
let tree: Awaited<ReturnType<typeof makeTree>>;
beforeAll(async () => {
  harness = await openHarness();
  tree = await makeTree(harness, { name: "عرض 'خاص'" });
  await makeTree(harness, { name: "عرض ثان", status: "PAUSED" });
});
afterAll(() => harness?.stop());

const search = (body: object) =>
  harness.call("POST", `/v25/customers/${harness.customer_id}/googleAds:search`, body);

describe("a query", () => {
  it("returns the selected fields in camel case, whole numbers as text, and each part's resource name", async () => {
    const { body } = await search({
      query: `SELECT campaign.id, campaign.status, customer.currency_code, campaign_budget.amount_micros FROM campaign WHERE campaign.resource_name = '${tree.campaign}'`,
    });
    expect(body).toMatchObject({
      results: [
        {
          campaign: { resourceName: tree.campaign, id: tree.campaign.split("/").at(-1), status: "ENABLED" },
          customer: { resourceName: `customers/${harness.customer_id}`, currencyCode: "SAR" },
          campaignBudget: { resourceName: tree.budget, amountMicros: "50000000" },
        },
      ],
      fieldMask: "campaign.id,campaign.status,customer.currencyCode,campaignBudget.amountMicros",
    });
  });

  it.each([
    ["campaign.status = 'PAUSED'", 1],
    ["campaign.status IN ('PAUSED', 'ENABLED')", 2],
    ["campaign.status NOT IN ('PAUSED')", 1],
    ["campaign.status != 'REMOVED' AND campaign.name LIKE '%ثان'", 1],
    ["campaign.name = 'عرض \\'خاص\\''", 1],
    ['campaign.name = "عرض ثان"', 1],
    ["campaign_budget.amount_micros >= 50000000", 2],
    ["campaign_budget.amount_micros BETWEEN 1 AND 2", 0],
    ["campaign.end_date_time IS NULL", 2],
    ["campaign.end_date_time IS NOT NULL", 0],
    ["campaign.name REGEXP_MATCH 'عرض .*'", 2],
    ["campaign.labels CONTAINS NONE ('customers/1/labels/1')", 2],
  ])("keeps to WHERE %s: %i rows", async (where, count) => {
    expect((await harness.gaql(`SELECT campaign.id FROM campaign WHERE ${where}`)).rows).toHaveLength(count);
  });

  it("supports ORDER BY and LIMIT", async () => {
    const { rows } = await harness.gaql(
      "SELECT campaign.name FROM campaign ORDER BY campaign.id DESC LIMIT 1",
    );
    expect(rows).toMatchObject([{ campaign: { name: "عرض ثان" } }]);
  });

  it.each([
    ["SELECT campaign.id campaign", "EXPECTED_FROM"],
    ["campaign.id FROM campaign", "EXPECTED_SELECT"],
    ["SELECT campaign.id", "UNEXPECTED_END_OF_QUERY"],
    ["SELECT campaign.colour FROM campaign", "UNRECOGNIZED_FIELD"],
    ["SELECT colour.id FROM campaign", "UNRECOGNIZED_FIELD"],
    ["SELECT campaign.start_date FROM campaign", "UNRECOGNIZED_FIELD"],
    ["SELECT campaign.network_settings FROM campaign", "PROHIBITED_FIELD_IN_SELECT_CLAUSE"],
    ["SELECT ad_group.id FROM campaign", "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE"],
    ["SELECT campaign.id FROM campaigns", "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE"],
    ["SELECT campaign.id FROM campaign WHERE campaign.status = 'paused'", "BAD_ENUM_CONSTANT"],
    ["SELECT campaign.id FROM campaign WHERE campaign.id = 'many'", "BAD_NUMBER"],
    ["SELECT campaign.id FROM campaign WHERE campaign.id = 1 OR campaign.id = 2", "EXPECTED_AND"],
    ["SELECT campaign.id FROM campaign WHERE campaign.id IN ()", "PROHIBITED_EMPTY_LIST_IN_CONDITION"],
    ["SELECT campaign.id FROM campaign WHERE campaign.name = 'open", "STRING_NOT_TERMINATED"],
    ["SELECT campaign.id FROM campaign WHERE campaign.id ~ 1", "BAD_SYMBOL"],
    ["SELECT campaign.id FROM campaign LIMIT 0", "LIMIT_VALUE_TOO_LOW"],
    ["SELECT campaign.id FROM campaign ORDER campaign.id", "EXPECTED_BY"],
    ["SELECT campaign.id FROM campaign LIMIT 1 LIMIT 2", "UNEXPECTED_INPUT"],
    ["SELECT campaign.id FROM campaign WHERE campaign.labels = 'a'", "OPERATOR_FIELD_MISMATCH"],
    ["SELECT campaign.id, segments.date FROM campaign", "EXPECTED_FILTERS_ON_DATE_RANGE"],
    [
      "SELECT campaign.id, segments.date FROM campaign WHERE segments.date >= '2026-11-01'",
      "EXPECTED_FILTERS_ON_DATE_RANGE",
    ],
    ["SELECT campaign.id FROM campaign WHERE segments.date = '1 November'", "INVALID_DATE_FORMAT"],
    [
      "SELECT campaign.id FROM campaign WHERE segments.date DURING LAST_YEAR",
      "INVALID_VALUE_WITH_DURING_OPERATOR",
    ],
    [
      "SELECT campaign.id FROM campaign WHERE segments.hour = 3",
      "EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE",
    ],
    ["SELECT label.name, metrics.clicks FROM label", "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE"],
    ["SELECT campaign.id FROM campaign PARAMETERS colour = true", "BAD_PARAMETER_NAME"],
  ])("is refused: %s", async (query, code) => {
    expect((await harness.gaql(query)).codes).toEqual([`queryError.${code}`]);
  });

  it("has no days beyond 37 months", async () => {
    const query =
      "SELECT campaign.id, segments.date FROM campaign WHERE segments.date BETWEEN '2023-01-01' AND '2023-02-01'";
    expect((await harness.gaql(query)).codes).toEqual([
      "dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED",
    ]);
  });
});

describe("pages", () => {
  it("follow a token that belongs to the query; a custom page size is refused", async () => {
    await harness.sandbox.control("google/paging", { rows: 1 });
    const query = "SELECT campaign.id FROM campaign ORDER BY campaign.id";
    const first = await search({ query });
    const second = await search({ query, pageToken: first.body.nextPageToken });
    expect([first.body.results, second.body.results]).toMatchObject([[{}], [{}]]);
    expect(second.body).not.toHaveProperty("nextPageToken");
    const foreign = await search({
      query: "SELECT campaign.name FROM campaign",
      pageToken: first.body.nextPageToken,
    });
    expect(codesIn(foreign.body)).toEqual(["requestError.INVALID_PAGE_TOKEN"]);
    expect(codesIn((await search({ query, pageSize: 5 })).body)).toEqual([
      "requestError.PAGE_SIZE_NOT_SUPPORTED",
    ]);
  });

  it("of a stream come as a list, and so does its error", async () => {
    const stream = (query: string) =>
      harness.call("POST", `/v25/customers/${harness.customer_id}/googleAds:searchStream`, { query });
    const { body } = await stream("SELECT campaign.id FROM campaign");
    expect(body).toMatchObject([{ results: [{}] }, { results: [{}] }]);
    const refused = await stream("SELECT campaign.colour FROM campaign");
    expect([refused.status, codesIn(refused.body)]).toEqual([400, ["queryError.UNRECOGNIZED_FIELD"]]);
    expect(Array.isArray(refused.body)).toBe(true);
    await harness.sandbox.control("google/paging", { rows: 10_000 });
  });
});

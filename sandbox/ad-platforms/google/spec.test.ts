import { afterAll, beforeAll, expect, test } from "vitest";
import { isObject, type Json } from "../shared/field-table.ts";
import { allRules } from "./mutate.ts";
import { camel, enums, errorCodes, findFields, snake } from "./spec/spec.ts";
import { type Harness, makeTree, openHarness } from "./testing.ts";
import { views } from "./views.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
  const { campaign, adGroup, ad } = await makeTree(harness);
  const labels = [
    ["campaignLabelOperation", "campaign", campaign],
    ["adGroupLabelOperation", "adGroup", adGroup],
    ["adGroupAdLabelOperation", "adGroupAd", ad],
  ] as const;
  const { codes } = await harness.mutate([
    { labelOperation: { create: { resourceName: harness.named("labels", -1), name: "علامة" } } },
    ...labels.map(([operation, field, object]) => ({
      [operation]: { create: { [field]: object, label: harness.named("labels", -1) } },
    })),
    { assetOperation: { create: { textAsset: { text: "نص" } } } },
  ]);
  expect(codes).toEqual([]);
});
afterAll(() => harness?.stop());

/** Every field that can be selected on its own: scalars, enums and lists, at any depth. */
function paths(message: string, prefix: string, depth = 0): string[] {
  return [...(findFields(message)?.values() ?? [])].flatMap(({ name, type, isList }) => {
    const path = `${prefix}.${snake(name)}`;
    if (isList || !findFields(type)) return [path];
    return depth < 4 ? paths(type, path, depth + 1) : [];
  });
}

/** Differences of a response from the definitions: an unknown field, or a value of another type. */
function findUnexpected(message: string, object: Json, at: string): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const field = findFields(message)?.get(name);
    if (!field) return [`${at}.${name}`];
    if (field.isList !== Array.isArray(value)) return [`${at}.${name} is ${JSON.stringify(value)}`];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => {
      if (isObject(each)) return findUnexpected(field.type, each, `${at}.${name}`);
      return isOfType(field.type, each) ? [] : [`${at}.${name} is ${JSON.stringify(each)}`];
    });
  });
}

function isOfType(type: string, value: unknown): boolean {
  if (enums[type]) return typeof value === "string" && enums[type].includes(value);
  if (type === "int64") return typeof value === "string" && /^-?\d+$/.test(value);
  if (["int32", "double", "float"].includes(type)) return typeof value === "number";
  return typeof value === (type === "bool" ? "boolean" : "string");
}

test.each(Object.entries(views))("every row of %s is as the definitions say", async (from, view) => {
  const query = `SELECT ${Object.entries(view.parts)
    .flatMap(([part, message]) => paths(message, part))
    .join(", ")} FROM ${from}`;
  const { rows, codes } = await harness.gaql(query);
  expect(codes).toEqual([]);
  if (from !== "you_tube_video_upload") expect(rows.length).toBeGreaterThan(0);
  const unexpected = rows.flatMap((row) =>
    Object.entries(view.parts).flatMap(([part, message]) =>
      findUnexpected(message, (row[camel(part)] ?? {}) as Json, part),
    ),
  );
  expect(unexpected).toEqual([]);
});

test("every writable kind has its message and its operation in the definitions", () => {
  for (const { message, operation, create, update, remove } of allRules) {
    const fields = findFields(`${operation.slice(0, 1).toUpperCase()}${operation.slice(1)}`);
    expect(findFields("MutateOperation")?.has(operation)).toBe(true);
    expect(fields?.get("create")?.type ?? message).toBe(message);
    for (const [verb, isAllowed] of Object.entries({ create, update, remove }))
      if (isAllowed) expect(fields?.has(verb)).toBe(true);
  }
});

test.each([
  ["campaignError", "DUPLICATE_CAMPAIGN_NAME CANNOT_SET_DATE_TO_PAST CONVERSION_TRACKING_NOT_ENABLED"],
  ["campaignBudgetError", "BUDGET_BELOW_PER_DAY_MINIMUM NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"],
  ["mutateError", "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED RESOURCE_NOT_FOUND"],
  ["quotaError", "RESOURCE_EXHAUSTED RESOURCE_TEMPORARILY_EXHAUSTED"],
  ["requestError", "PAGE_SIZE_NOT_SUPPORTED UNSUPPORTED_VERSION INVALID_CUSTOMER_ID"],
])("%s knows the codes that the documentation speaks of", (group, codes) => {
  for (const code of codes.split(" ")) expect(errorCodes[group]).toContain(code);
});

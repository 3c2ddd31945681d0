import { afterAll, beforeAll, expect, test } from "vitest";
import { isObject, type Json } from "../shared/field-table.ts";
import { allRules } from "./mutate.ts";
import { camel, enums, errorCodes, fieldsOf, snake } from "./spec/spec.ts";
import { type Bench, makeTree, openBench } from "./testing.ts";
import { views } from "./views.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  const { campaign, adGroup, ad } = await makeTree(bench);
  const labels = [
    ["campaignLabelOperation", "campaign", campaign],
    ["adGroupLabelOperation", "adGroup", adGroup],
    ["adGroupAdLabelOperation", "adGroupAd", ad],
  ] as const;
  const { codes } = await bench.mutate([
    { labelOperation: { create: { resourceName: bench.named("labels", -1), name: "علامة" } } },
    ...labels.map(([operation, field, object]) => ({
      [operation]: { create: { [field]: object, label: bench.named("labels", -1) } },
    })),
    { assetOperation: { create: { textAsset: { text: "نص" } } } },
  ]);
  expect(codes).toEqual([]);
});
afterAll(() => bench?.stop());

/** Every field that can be selected alone: scalars, enums and lists, at any depth. */
function paths(message: string, prefix: string, depth = 0): string[] {
  return [...(fieldsOf(message)?.values() ?? [])].flatMap(({ name, type, isList }) => {
    const path = `${prefix}.${snake(name)}`;
    if (isList || !fieldsOf(type)) return [path];
    return depth < 4 ? paths(type, path, depth + 1) : [];
  });
}

/** What an answer holds that the definitions don't: an unknown field, or a value of another type. */
function strangeIn(message: string, object: Json, at: string): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const field = fieldsOf(message)?.get(name);
    if (!field) return [`${at}.${name}`];
    if (field.isList !== Array.isArray(value)) return [`${at}.${name} is ${JSON.stringify(value)}`];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => {
      if (isObject(each)) return strangeIn(field.type, each, `${at}.${name}`);
      return isOf(field.type, each) ? [] : [`${at}.${name} is ${JSON.stringify(each)}`];
    });
  });
}

function isOf(type: string, value: unknown): boolean {
  if (enums[type]) return typeof value === "string" && enums[type].includes(value);
  if (type === "int64") return typeof value === "string" && /^-?\d+$/.test(value);
  if (["int32", "double", "float"].includes(type)) return typeof value === "number";
  return typeof value === (type === "bool" ? "boolean" : "string");
}

test.each(Object.entries(views))("every row of %s is as the definitions say", async (from, view) => {
  const query = `SELECT ${Object.entries(view.parts)
    .flatMap(([part, message]) => paths(message, part))
    .join(", ")} FROM ${from}`;
  const { rows, codes } = await bench.ask(query);
  expect(codes).toEqual([]);
  if (from !== "you_tube_video_upload") expect(rows.length).toBeGreaterThan(0);
  const strange = rows.flatMap((row) =>
    Object.entries(view.parts).flatMap(([part, message]) =>
      strangeIn(message, (row[camel(part)] ?? {}) as Json, part),
    ),
  );
  expect(strange).toEqual([]);
});

test("every kind that is written has its message and its operation in the definitions", () => {
  for (const { message, operation, create, update, remove } of allRules) {
    const fields = fieldsOf(`${operation.slice(0, 1).toUpperCase()}${operation.slice(1)}`);
    expect(fieldsOf("MutateOperation")?.has(operation)).toBe(true);
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

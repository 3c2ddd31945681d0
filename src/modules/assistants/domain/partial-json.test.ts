import { expect, it } from "vitest";
import { parsePartialJson } from "./partial-json.ts";

const whole =
  '{"versions":[{"headline":"عباية «ليلك»","body":"سطر\\n\\u0639 \\"مقتبس\\""},{"headline":"","body":"ثانية"}]}';
const value = JSON.parse(whole);

it("reads whole JSON, also in a fence and after words", () => {
  expect(parsePartialJson(whole)).toEqual(value);
  expect(parsePartialJson(`Here you are:\n\`\`\`json\n${whole}\n\`\`\`\nEnjoy {it}`)).toEqual(value);
});

it("reads every beginning of it, each a beginning of the value", () => {
  for (let end = 1; end <= whole.length; end += 1) {
    const read = parsePartialJson(whole.slice(0, end)) as { versions?: Record<string, string>[] };
    expect(read, whole.slice(0, end)).toBeDefined();
    for (const [index, version] of (read.versions ?? []).entries())
      for (const [field, text] of Object.entries(version))
        expect(value.versions[index][field].startsWith(text), whole.slice(0, end)).toBe(true);
  }
});

it("says nothing of text that is no JSON", () => {
  expect(parsePartialJson("لا أستطيع")).toBeUndefined();
  expect(parsePartialJson('{"a": nope')).toEqual({});
});

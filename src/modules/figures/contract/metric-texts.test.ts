import { expect, it } from "vitest";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { metricNames, metrics, sources } from "./metrics.ts";

type Texts = { name: string; meaning: string; leaves_out?: string };
const languages: Record<string, Record<string, Texts>> = { ar: ar.metrics, en: en.metrics };

it.each(Object.keys(languages))(
  "every metric of the table is explained in one sentence in %s, and no other",
  (language) => {
    const texts = languages[language] ?? {};
    expect(Object.keys(texts).sort()).toEqual([...metricNames].sort());
    for (const name of metricNames) {
      expect(texts[name]?.name, name).toBeTruthy();
      expect(texts[name]?.meaning, name).toMatch(/^[^.]+\.$/);
      expect(Boolean(texts[name]?.leaves_out), name).toBe(metrics[name].leavesOut !== "");
    }
  },
);

it("what a metric leaves out reads the same in the table and in English", () => {
  const texts: Record<string, Texts> = en.metrics;
  for (const name of metricNames) expect(texts[name]?.leaves_out ?? "").toBe(metrics[name].leavesOut);
});

it("every source has a name in both languages", () => {
  for (const texts of [ar.sources, en.sources])
    expect(Object.keys(texts).sort()).toEqual([...sources].sort());
});

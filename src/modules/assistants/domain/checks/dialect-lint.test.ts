import { describe, expect, it } from "vitest";
import { labelledDialect } from "../../testing/labelled-dialect.ts";
import { lintDialect, replaceWords } from "./dialect-lint.ts";

/** What `docs/writer-checks.md` says of the labelled sentences. */
const stated = { precision: 1, recall: 0.92 };

describe("words of another dialect", () => {
  it("are found in the labelled sentences as often as is stated", () => {
    let right = 0;
    let wrong = 0;
    let missed = 0;
    for (const { text, tongue, foreign } of labelledDialect) {
      const found = lintDialect(text, tongue).map(({ word }) => word);
      right += found.filter((word) => foreign.includes(word)).length;
      wrong += found.filter((word) => !foreign.includes(word)).length;
      missed += foreign.filter((word) => !found.includes(word)).length;
    }
    const measured = { precision: right / (right + wrong), recall: right / (right + missed) };
    expect(measured.precision).toBeGreaterThanOrEqual(stated.precision);
    expect(measured.recall).toBeGreaterThanOrEqual(stated.recall);
    expect(measured.recall).toBeLessThan(stated.recall + 0.01);
  });

  it("are named with their place, their home and what to say", () => {
    const text = "قماش كتير خفيف";
    const [finding] = lintDialect(text, "saudi");
    expect(finding).toEqual({ start: 5, end: 9, word: "كتير", home: "levantine", instead: "مرّة" });
    expect(text.slice(finding?.start, finding?.end)).toBe("كتير");
  });

  it("are replaced with what is written before them, and left where no word is safe", () => {
    expect(replaceWords("وكتير خفيفة، هلق وصلت", "saudi")).toBe("ومرّة خفيفة، الحين وصلت");
    expect(replaceWords("إنه جميل", "saudi")).toBe("إنه جميل");
    expect(replaceWords("ليش تنتظر", "standard")).toBe("لماذا تنتظر");
  });

  it("are not looked for in English, and marks do not hide them", () => {
    expect(lintDialect("شو", "english")).toEqual([]);
    expect(lintDialect("كتيــرْ", "saudi")).toHaveLength(1);
  });
});

import { cleanup } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { FileProblem } from "../../domain/check-file.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { FileProblems } from "./file-problems.tsx";

afterEach(cleanup);

const problems: FileProblem[] = [
  { code: "not_recognised", params: {}, remedy: null },
  { code: "bytes", params: { found: 6 * 1_048_576, max: 5 * 1_048_576 }, remedy: null },
  { code: "pixels", params: { found: "900×900", wanted: "1080×1920" }, remedy: "frame" },
];

/** Without the marks that keep directions apart. */
const toPlain = (text: string | null) => text?.replace(/\p{Cf}/gu, "") ?? "";

it.each([
  ["ar", ar],
  ["en", en],
] as const)(
  "a file of a kind or size that no ad takes is told what it is and what is needed, in %s",
  async (language, texts) => {
    await setupI18n(language, { ar: { creative: ar }, en: { creative: en } });
    const { container } = renderWeb(<FileProblems problems={problems} />);
    const [kind, bytes, pixels] = [...container.querySelectorAll("li")].map((li) => toPlain(li.textContent));
    expect(kind).toBe(texts.problems.not_recognised);
    expect(bytes).toMatch(/6.*5/);
    expect(pixels).toMatch(/900×900.*1080×1920/);
  },
);

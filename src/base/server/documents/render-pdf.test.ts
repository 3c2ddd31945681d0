import { afterAll, expect, it } from "vitest";
import { readPdf } from "#app/testing/read-pdf.ts";
import { makePdfRenderer } from "./render-pdf.ts";

const renderer = makePdfRenderer({ timeoutMs: 20_000, maxWaiting: 3 });
afterAll(() => renderer.close());

const template = new URL("./testing/sample.typ", import.meta.url);
const createdAt = new Date("2026-11-21T09:30:00Z");
const data = {
  title: "فاتورة ضريبية مبسطة",
  language: "ar",
  columns: ["الوصف", "المبلغ"],
  rows: [["#strong[Growth] $x$", "1,234.50"]],
  total: "1,234.50",
};

it("draws Arabic and Latin text as it reads, one page, for archives", async () => {
  const pdf = await renderer.renderPdf({ template, data, createdAt });
  const { pages, text, isForArchives } = await readPdf(pdf);
  expect({ pages, isForArchives }).toEqual({ pages: 1, isForArchives: true });
  // The reader gives the letters of one ligature (ضر) in the wrong order, so that word is not looked for.
  for (const word of ["فاتورة", "مبسطة", "الوصف", "1,234.50"]) expect(text).toContain(word);
});

it("shows what a merchant wrote as text, never as markup", async () => {
  const { text } = await readPdf(await renderer.renderPdf({ template, data, createdAt }));
  expect(text).toContain("strong[Growth] $x");
});

it("gives the same bytes for the same document of the same instant", async () => {
  const draw = () => renderer.renderPdf({ template, data, createdAt });
  expect((await draw()).equals(await draw())).toBe(true);
});

it("draws a name with an emoji, which no text font has", async () => {
  const pdf = await renderer.renderPdf({ template, data: { ...data, title: "متجر 🌹 الورد" }, createdAt });
  const read = await readPdf(pdf);
  expect(read).toMatchObject({ pages: 1, isForArchives: false });
  for (const word of ["متجر", "الورد"]) expect(read.text).toContain(word);
});

it("a document that fails does not stop the next one", async () => {
  await expect(renderer.renderPdf({ template, data: {}, createdAt })).rejects.toThrow("not drawn");
  await expect(renderer.renderPdf({ template, data, createdAt })).resolves.toBeInstanceOf(Buffer);
});

it("a document that takes too long fails, and its thread is given up", async () => {
  const hasty = makePdfRenderer({ timeoutMs: 0, maxWaiting: 1 });
  await expect(hasty.renderPdf({ template, data, createdAt })).rejects.toThrow("took over 0 ms");
  await hasty.close();
});

it("refuses a document when too many wait", async () => {
  const draw = () => renderer.renderPdf({ template, data, createdAt });
  const outcomes = await Promise.allSettled([draw(), draw(), draw(), draw()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(outcomes[3]).toMatchObject({ reason: { code: "base.too_many_requests" } });
});

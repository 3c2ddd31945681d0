import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadMessages, type Messages } from "#base/server/messages.ts";
import { toPlainText } from "#base/shared/article.ts";
import { languages } from "#base/shared/language.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { reviewReasons } from "#modules/campaigns/contract/review-reasons.ts";
import { helpSlugs } from "../contract/help-contents.ts";
import { type HelpLibrary, loadLibrary } from "./load-library.ts";

const root = join(import.meta.dirname, "../../../..");
let messages: Messages;
let library: HelpLibrary;
beforeAll(async () => {
  messages = await loadMessages(join(root, "src"));
  // Throws when a page is missing, or names a button, a figure or a page that does not exist.
  library = loadLibrary(messages);
});

describe.each(languages)("the help centre in the language %s", (language) => {
  it("has a file for each page of the contents, and none besides", () => {
    const files = readdirSync(join(import.meta.dirname, `../content/${language}`)).sort();
    expect(files).toEqual(helpSlugs.map((slug) => `${slug}.md`).sort());
  });

  it.each([...helpSlugs])("has a page %s that is short, whole, and leads on to others", (slug) => {
    const page = library.find(slug, language);
    const words = toPlainText(page?.blocks ?? []).split(/\s+/).length;
    expect(words).toBeGreaterThan(90);
    expect(words).toBeLessThan(360);
    expect(page?.related.length).toBeGreaterThan(0);
    expect(page?.related.map((one) => one.slug)).not.toContain(slug);
    const texts = JSON.stringify(page);
    // Nothing of the source's own marks, and no key in place of a text.
    expect(texts).not.toMatch(/\{\{|\}\}|::|\*\*|\[[^\]"{}]+\]\(|\b[a-z_]+:[a-z_]+\.[a-z_]+/);
  });

  it("links inside its texts to pages of its own", () => {
    for (const slug of helpSlugs)
      for (const [, to = ""] of JSON.stringify(library.find(slug, language)).matchAll(
        /"to":"\/help\/([^"]+)"/g,
      ))
        expect(helpSlugs).toContain(to);
  });
});

it("has the same headings, lists and terms in both languages", () => {
  const shape = (slug: string, language: "ar" | "en") =>
    library
      .find(slug, language)
      ?.blocks.map((block) => (block.kind === "list" ? `${block.kind} ${block.items.length}` : block.kind));
  for (const slug of helpSlugs) expect(shape(slug, "ar"), slug).toEqual(shape(slug, "en"));
});

it("finds a page by words of the merchant's own, however they are written", () => {
  expect(library.search("سحب", "ar")[0]?.slug).toBe("withdrawal");
  expect(library.search("لماذا توقفت", "ar")[0]?.slug).toBe("why-a-campaign-pauses");
  expect(library.search("الفواتيرُ", "ar")[0]?.slug).toBe("invoices");
  expect(library.search("refus meta", "en")[0]?.slug).toBe("refused-meta");
  expect(library.search("roas", "ar")[0]?.slug).toBe("return-placed-and-delivered");
  expect(library.search("تويتر", "ar").map(({ slug }) => slug)).toContain("connect-x");
  expect(library.search("zzzz", "en")).toEqual([]);
  expect(library.search("  ", "ar")).toEqual([]);
});

it("names every reason for which platforms refuse, so that a page may explain it", () => {
  for (const reason of reviewReasons) expect(messages.has(`help:reasons.${reason}`), reason).toBe(true);
});

it("explains refusals of every platform on a page of its own", () => {
  for (const platform of platforms)
    expect(library.find(`refused-${platform}`, "ar"), platform).not.toBeNull();
});

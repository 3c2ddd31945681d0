import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseArticle, toPlainText } from "./article.ts";

describe("an article", () => {
  it("is made of headings, paragraphs, lists and steps", () => {
    const source =
      "## كيف؟\nاضغط **ابدأ** ثم\nانتظر.\n\n- أول\n- ثان\n  تتمته\n\n1. خطوة\n2. [أخرى](/help/wallet)";
    expect(parseArticle(source)).toEqual([
      { kind: "heading", text: "كيف؟" },
      {
        kind: "paragraph",
        spans: [
          { kind: "text", text: "اضغط " },
          { kind: "strong", text: "ابدأ" },
          { kind: "text", text: " ثم انتظر." },
        ],
      },
      {
        kind: "list",
        isOrdered: false,
        items: [[{ kind: "text", text: "أول" }], [{ kind: "text", text: "ثان تتمته" }]],
      },
      {
        kind: "list",
        isOrdered: true,
        items: [[{ kind: "text", text: "خطوة" }], [{ kind: "link", text: "أخرى", to: "/help/wallet" }]],
      },
    ]);
  });

  it("links to no other scheme than ours, https and e-mail", () => {
    const source =
      "[a](javascript:alert(1)) [b](http://x.example) [c](mailto:a@b.example) [d](https://x.example)";
    const links = parseArticle(source).flatMap((block) =>
      block.kind === "paragraph" ? block.spans.filter(({ kind }) => kind === "link") : [],
    );
    expect(links.map(({ text }) => text)).toEqual(["c", "d"]);
  });

  it("keeps every letter of any text without marks", () => {
    const plain = fc.string({ unit: fc.constantFrom("ا", "ب", "a", " ", ".", "<", "&") });
    fc.assert(
      fc.property(plain, (text) => {
        expect(toPlainText(parseArticle(text)).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });
});

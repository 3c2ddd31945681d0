import { describe, expect, it } from "vitest";
import { pageHasPixel, pageHasToken, recordsHaveToken } from "./site-verification.ts";

const token = "tok_123456";
const tag = `<meta name="rawaj-site-verification" content="${token}">`;
const page = (head: string, body = "") =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

describe("a page verifies", () => {
  it.each([
    page(tag),
    page(`<title>x</title>\n<META content='${token}' name='rawaj-site-verification' />`),
    page(`<meta name=rawaj-site-verification content=${token}>`),
  ])("with %s", (text) => expect(pageHasToken(text, token)).toBe(true));

  it.each([
    page(""),
    page("", tag),
    page(`<!-- ${tag} -->`),
    page(`<!-- ${tag}`),
    page(tag.replace(token, `${token}7`)),
    page(tag.replace("rawaj", "other")),
    page(`<meta name="description" content="${tag}">`.replaceAll('"', "&quot;")),
    `${"x".repeat(600_000)}${page(tag)}`,
  ])("nothing with %.120s", (text) => expect(pageHasToken(text, token)).toBe(false));
});

describe("TXT records verify", () => {
  it("with the token, whole or in parts, and with nothing less", () => {
    expect(recordsHaveToken([["v=spf1 -all"], [`rawaj-site-verification=${token}`]], token)).toBe(true);
    expect(recordsHaveToken([["rawaj-site-", `verification=${token}`]], token)).toBe(true);
    expect(recordsHaveToken([[`rawaj-site-verification=${token}x`]], token)).toBe(false);
    expect(recordsHaveToken([[token]], token)).toBe(false);
  });
});

it("the pixel is recognised by its key", () => {
  const script = '<script async src="https://rawaj.sa/pixel.js" data-site="px_1"></script>';
  expect(pageHasPixel(page("", script), "px_1")).toBe(true);
  expect(pageHasPixel(page("", script), "px_2")).toBe(false);
});

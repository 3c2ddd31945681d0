import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Request } from "@playwright/test";
import { readMessages } from "./translate.ts";

const messages = readMessages("ar");
/** First words of keys: namespaces, and the groups inside them (`auth` of `auth.sign_in_title`). */
const keyHeads = new Set([
  ...Object.keys(messages),
  ...Object.values(messages).flatMap((texts) =>
    Object.keys(texts).filter((key) => typeof texts[key] === "object"),
  ),
]);
const snakeWord = /^[a-z]+(?:_[a-z0-9]+)+$/;
/** `dep_01m84k32yhjn0meaw95e7s9cwd`: a reference that a merchant may quote. */
const id = /^[a-z]{3}_[0-9a-z]{26}$/;

/** A message key shown instead of its text: `wallet:top_up`, `auth.sign_in_title`, `top_up`. */
function keyIn(words: string): string | undefined {
  return words.split(/[\s"'()«»،,]+/).find((word) => {
    const [head = "", ...rest] = word.split(/[:.]/);
    return (
      (snakeWord.test(word) && !id.test(word)) ||
      (rest.length > 0 && keyHeads.has(head) && rest.every((part) => /^[a-z_]+$/.test(part)))
    );
  });
}

/** Waits until the opened page is complete: its heading is there and nothing is loading any more. */
export async function waitForPage(page: Page) {
  await expect(page.locator("h1")).toHaveCount(1);
  // The page of the design system shows loading states for ever.
  if (!page.url().endsWith("/design")) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** The requests of the page that have no answer yet; the stream of events has none by nature. */
export function followRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!request.url().endsWith("/live")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

/** Layout faults of a page: it scrolls sideways, or shows a message key instead of the text. */
export async function findPageProblems(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts
    words: document.body.innerText,
  }));
  const key = keyIn(found.words);
  return [
    ...(found.sideways > 0 ? [`scrolls sideways by ${found.sideways} px`] : []),
    ...(key ? [`shows the key ${key}`] : []),
  ];
}

/** What axe rates serious or critical, each with the places. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Whether the focused element shows its focus: an outline or a shadow of its own, or of the frame around it. */
export function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const shows = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    };
    const focused = document.activeElement;
    return focused === document.body || shows(focused) || shows(focused?.parentElement ?? null);
  });
}

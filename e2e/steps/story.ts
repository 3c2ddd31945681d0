import { test as base, expect, type Page } from "@playwright/test";
import { connectStore } from "#app/testing/connections.ts";
import { type Merchant, signUp } from "#app/testing/merchant.ts";
import { freshMobile } from "./fresh-mobile.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";
import { type Language, makeTranslate, type Translate } from "./translate.ts";

type StoryFixtures = {
  language: Language;
  t: Translate;
  /** A mobile number nobody used before. */
  mobile: string;
  isPhone: boolean;
  /** The product's address. */
  product: string;
  sandbox: Sandbox;
  /** The browser's errors and warnings; a story fails when there are any. */
  consoleErrors: string[];
};
type Choices = {
  /** The browser's initial state: with a language already chosen, or with none (Arabic). */
  browserIs: "known" | "new";
};

/** A test as a merchant would act: in Arabic on a phone, then in English on a desktop. */
export const story = base.extend<StoryFixtures & Choices>({
  browserIs: ["known", { option: true }],
  contextOptions: { reducedMotion: "reduce" },
  language: async ({ locale }, use) => use(locale?.startsWith("ar") ? "ar" : "en"),
  t: async ({ language }, use) => use(makeTranslate(language)),
  product: async ({ baseURL }, use) => use(baseURL ?? ""),
  isPhone: async ({ isMobile }, use) => use(isMobile),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern to learn what is needed
  mobile: async ({}, use) => use(freshMobile()),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern to learn what is needed
  sandbox: async ({}, use, info) => use(makeSandbox(String(info.config.metadata.sandbox))),
  page: async ({ page, language, browserIs }, use) => {
    if (browserIs === "known") await remember(page, { "rawaj.language": language });
    await use(page);
  },
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      listen(page, consoleErrors);
      await use(consoleErrors);
      expect(consoleErrors, "what the browser complained of").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Page, type Translate };

/** Stored in the browser before the first page opens, and not changed afterwards. */
export async function remember(page: Page, entries: Record<string, string>) {
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      if (sessionStorage.getItem(`story.${key}`)) continue;
      sessionStorage.setItem(`story.${key}`, "kept");
      localStorage.setItem(key, value);
    }
  }, entries);
}

/** Refused calls are part of many stories, and the browser logs each; any other message is a fault of ours. */
function listen(page: Page, consoleErrors: string[]) {
  page.on("console", (message) => {
    const isRefusedCall = /^Failed to load resource: .* status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !isRefusedCall) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
}

/** A merchant who signed up elsewhere, now signed in to this browser. */
export async function aMerchant(
  page: Page,
  { sandbox, product }: Pick<StoryFixtures, "sandbox" | "product">,
): Promise<Merchant> {
  const merchant = await signUp({ product, sandbox: sandbox.url }, freshMobile());
  await remember(page, { "rawaj.access_token": merchant.token });
  return merchant;
}

/** A merchant who has finished the first steps: with a store connected, home and the wallet are open. */
export async function aMerchantWithAStore(...fixtures: Parameters<typeof aMerchant>): Promise<Merchant> {
  const merchant = await aMerchant(...fixtures);
  await connectStore(merchant);
  return merchant;
}

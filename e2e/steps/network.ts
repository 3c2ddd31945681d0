import type { Page } from "@playwright/test";

/** A connection on which these calls wait until they are released: as slow as the story needs, without a clock. */
export async function holdCalls(page: Page, calls: string) {
  let heldCount = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    heldCount += 1;
    await gate;
    await route.continue();
  });
  return {
    /** How many calls were sent so far. */
    heldCount: () => heldCount,
    release: () => open(),
  };
}

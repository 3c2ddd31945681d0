import type { Page } from "@playwright/test";

/** A line on which these calls wait until they are let go: as slow as the story needs, without a clock. */
export async function hold(page: Page, calls: string) {
  let held = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    held += 1;
    await gate;
    await route.continue();
  });
  return {
    /** How many calls were sent so far. */
    held: () => held,
    letGo: () => open(),
  };
}

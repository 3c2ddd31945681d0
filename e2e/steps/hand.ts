import type { Locator, Page } from "@playwright/test";

/** What a person's hand did: taps, also to focus a field, and characters that were typed. */
type Effort = { taps: number; characters: number };

/**
 * The hand of a person on a phone, which counts. Focusing a field is a tap, unless the page has focused it already;
 * everything typed counts, codes and card numbers too.
 */
export function makeHand(page: Page) {
  const effort: Effort = { taps: 0, characters: 0 };
  const press = async (target: Locator) => {
    effort.taps += 1;
    await target.click();
  };
  return {
    effort,
    press,
    async type(field: Locator, text: string) {
      await field.waitFor();
      const isFocused = await field.evaluate((element) => element === document.activeElement);
      if (!isFocused) await press(field);
      effort.characters += [...text].length;
      await page.keyboard.type(text);
    },
  };
}

type Hand = ReturnType<typeof makeHand>;

/** On the vendor's page: the person or the shop, and the permission. */
export async function allowByHand(hand: Hand, page: Page, choice: string) {
  await hand.press(page.locator(`input[name="choice"][value="${choice}"]`));
  await hand.press(page.locator('button[name="decision"][value="allow"]'));
}

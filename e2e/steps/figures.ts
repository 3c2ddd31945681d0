import type { Locator, Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

/** The number a screen shows: riyals and counts without their sign and groups; null while it shows none. */
export async function shown(figure: Locator): Promise<number | null> {
  // All at once: the page may change between counting and reading.
  const [text = ""] = await figure.allTextContents();
  const number = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  return number === undefined ? null : Number(number.replaceAll(",", ""));
}

export type Shown = {
  impressions: number | null;
  clicks: number | null;
  spend: number | null;
  orders: number | null;
  sales: number | null;
  roas: number | null;
};

/** All figures of a campaign's page. */
export async function campaignFigures(page: Page, t: Translate): Promise<Shown> {
  const card = (key: string) =>
    shown(page.getByRole("region", { name: t(`reports:${key}`), exact: true }).locator("bdi"));
  const more = page.locator("dl").filter({ hasText: t("reports:click_rate") });
  const small = (key: string) => shown(named(more, t(`reports:${key}`)));
  return {
    impressions: await small("impressions"),
    clicks: await small("clicks"),
    spend: await card("spend"),
    orders: await card("orders"),
    sales: await card("sales"),
    roas: await card("roas_placed"),
  };
}

/** Home's figures: four cards on a desktop, the green one on a phone. */
export async function homeFigures(
  page: Page,
  t: Translate,
  isPhone: boolean,
): Promise<Omit<Shown, "impressions" | "clicks">> {
  if (!isPhone) {
    const { spend, orders, sales, roas } = await campaignFigures(page, t);
    return { spend, orders, sales, roas };
  }
  const hero = page.getByRole("region", { name: t("home:each_riyal") });
  return {
    spend: await shown(named(hero, t("reports:spend"))),
    orders: await shown(named(hero, t("reports:orders"))),
    sales: await shown(named(hero, t("reports:sales_short"))),
    roas: await shown(hero.locator("p bdi")),
  };
}

/** The value under a name in a list of names and values. */
const named = (list: Locator, name: string) =>
  list
    .locator("div")
    .filter({ has: list.page().getByText(name, { exact: true }) })
    .locator("dd");

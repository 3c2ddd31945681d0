import type { Locator, Page } from "@playwright/test";
import { reachedFrom, redirects } from "#app/testing/addresses.ts";
import type { Translate } from "./translate.ts";

/** A page by its row in `reachedFrom`, with the ids of this story's merchant. */
type Ids = { campaignId: string; planId: string; adGroupId: string; ruleId: string };

/** In the menu beside "new campaign". */
const besideNewCampaign = ["/create-ad-flow"];

/** Both are in the menu beside "make a link". */
const besideNewLink = ["/tracking/bulk", "/tracking/settings"];

/** Moves through the product as a person does: by its links and buttons alone. */
export function makeTaps(page: Page, t: Translate, { isPhone, ids }: { isPhone: boolean; ids: Ids }) {
  const press = (target: Locator) => (isPhone ? target.tap() : target.click());
  const fill = (path: string) =>
    path
      .replace("/plans/$id", `/plans/${ids.planId}`)
      .replace("$campaignId", ids.campaignId)
      .replace("$adGroupId", ids.adGroupId)
      .replace("$ruleId", ids.ruleId)
      .replace("$number", "1")
      .replace("$id", ids.campaignId)
      .replace(/(.)\/$/, "$1");
  const from = new Map(Object.entries(reachedFrom).map(([path, origin]) => [fill(path), fill(origin)]));

  /** A visible link to this address, with any query; a frame's own address leads to its first page. */
  function linkTo(address: string, within: Locator): Locator {
    const frame = Object.keys(redirects).find((one) => redirects[one] === address);
    const matches = [`a[href="${address}"]`, `a[href^="${address}?"]`, `a[href="${frame ?? address}"]`];
    return within.locator(matches.join(", ")).filter({ visible: true }).first();
  }

  async function followPlace(address: string): Promise<void> {
    if (isPhone) await press(page.getByRole("button", { name: t("app:nav.menu"), exact: true }));
    const place = isPhone
      ? page.getByRole("dialog", { name: t("app:nav.menu"), exact: true })
      : page.getByRole("complementary", { name: t("app:side") });
    await press(linkTo(address, place));
  }

  async function followFromShell(part: string, address: string): Promise<void> {
    const bar = page.getByRole("banner");
    const button = (key: string) => bar.getByRole("button", { name: t(key), exact: true });
    if (part === "account menu") await press(bar.getByRole("button", { name: t("app:account_menu") }));
    if (address === "/auth") await press(button("app:sign_out"));
    else if (address === "/search") {
      await press(bar.getByRole("button", { name: t("app:nav.search") }));
      await press(linkTo(address, page.getByRole("dialog", { name: t("app:nav.search") })));
    } else await press(linkTo(address, bar));
  }

  async function followFromPage(origin: string, address: string): Promise<void> {
    await reach(origin);
    // The first steps lead on by themselves to the one that comes next.
    if (new URL(page.url()).pathname === address) return;
    const isBesideLink = besideNewLink.includes(address);
    const isInMenu = isBesideLink || besideNewCampaign.includes(address);
    const menuName = t(isBesideLink ? "tracking_links:more_actions" : "campaigns:other_ways");
    if (isInMenu) await press(page.getByRole("button", { name: menuName }).first());
    if (address.includes("/entries/")) await unfoldFirstDeposit();
    await press(linkTo(address, isInMenu ? page.getByRole("menu") : page.getByRole("main")));
  }

  /** An entry stands folded under its line of the statement, whose last line is the oldest. */
  async function unfoldFirstDeposit(): Promise<void> {
    const folded = page.getByRole("main").getByRole("button", { expanded: false });
    await press(folded.filter({ hasText: t("wallet:kind_deposit") }).last());
  }

  /** From the page that is open to this one, through the pages before it; returns when it is open. */
  async function reach(address: string): Promise<void> {
    const origin = from.get(address);
    if (origin === undefined) await followPlace(address);
    else if (origin.startsWith("/")) await followFromPage(origin, address);
    else await followFromShell(origin, address);
    await page.waitForURL(({ pathname }) =>
      address === "/first-campaign" ? pathname.startsWith("/first-campaign/") : pathname === address,
    );
  }
  return { reach };
}

/** What a merchant and a shopper do by hand on a platform's own pages, for tests against the simulators. */

/** Allows or denies on a consent page, picking a choice (the first one unless named). Returns the redirect. */
export async function submitConsent(
  authorizationUrl: string,
  { decision = "allow", choice }: { decision?: "allow" | "deny"; choice?: string } = {},
): Promise<URL> {
  const page = await (await fetch(authorizationUrl)).text();
  const fields = new URLSearchParams({ decision });
  for (const [, name = "", value = ""] of page.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  )) {
    fields.append(name, value.replaceAll("&amp;", "&"));
  }
  const firstChoice = /name="choice" value="([^"]+)"/.exec(page)?.[1];
  const chosen = choice ?? firstChoice;
  if (chosen !== undefined) fields.append("choice", chosen);
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  const response = await fetch(action || authorizationUrl, {
    method: "POST",
    body: fields,
    redirect: "manual",
  });
  const location = response.headers.get("location");
  if (!location) throw new Error(`the consent page answered ${response.status}: ${await response.text()}`);
  return new URL(location);
}

export type Purchase = {
  /** Of the address the shopper lands on: `utm_source=snapchat&utm_term=…`. */
  query?: string;
  pay?: "mada" | "cod" | "bank";
  coupon?: string;
};

/** Opens a shop's landing page and buys its first product. Returns the order's number as the shop shows it. */
export async function buyAt(shop: string, { query = "", pay = "mada", coupon = "" }: Purchase = {}) {
  const frontPage = await (await fetch(shop)).text();
  const product = /\/p\/([\w-]+)\?/.exec(frontPage)?.[1] ?? "";
  const landingPage = await (await fetch(`${shop}/p/${product}?${query}`)).text();
  const visit = /name="visit" value="([^"]+)"/.exec(landingPage)?.[1] ?? "";
  const body = new URLSearchParams({ visit, product, pay, ...(coupon ? { coupon } : {}) });
  const thankYouPage = await (await fetch(`${shop}/buy`, { method: "POST", body })).text();
  const order = /رقم الطلب <bdi[^>]*>([^<]+)</.exec(thankYouPage)?.[1];
  if (!order) throw new Error(`no order was placed at ${shop}: ${thankYouPage.slice(0, 300)}`);
  return order;
}

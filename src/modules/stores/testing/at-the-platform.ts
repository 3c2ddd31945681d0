/** What a merchant and a shopper do on a platform's own pages, by hand, for tests against the simulators. */

/** Allows or denies on a consent page, picking a choice (the first one unless named). Answers the way back. */
export async function walkConsent(
  consentUrl: string,
  { decision = "allow", choice }: { decision?: "allow" | "deny"; choice?: string } = {},
): Promise<URL> {
  const page = await (await fetch(consentUrl)).text();
  const fields = new URLSearchParams({ decision });
  for (const [, name = "", value = ""] of page.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  )) {
    fields.append(name, value.replaceAll("&amp;", "&"));
  }
  const offered = /name="choice" value="([^"]+)"/.exec(page)?.[1];
  const chosen = choice ?? offered;
  if (chosen !== undefined) fields.append("choice", chosen);
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  const answer = await fetch(action || consentUrl, { method: "POST", body: fields, redirect: "manual" });
  const back = answer.headers.get("location");
  if (!back) throw new Error(`the consent page answered ${answer.status}: ${await answer.text()}`);
  return new URL(back);
}

export type Purchase = {
  /** Of the address the shopper lands on: `utm_source=snapchat&utm_term=…`. */
  query?: string;
  pay?: "mada" | "cod" | "bank";
  coupon?: string;
};

/** Lands in a shop and buys the first thing it shows. Answers the order's number as the shop says it. */
export async function buyAt(shop: string, { query = "", pay = "mada", coupon = "" }: Purchase = {}) {
  const front = await (await fetch(shop)).text();
  const product = /\/p\/([\w-]+)\?/.exec(front)?.[1] ?? "";
  const landed = await (await fetch(`${shop}/p/${product}?${query}`)).text();
  const visit = /name="visit" value="([^"]+)"/.exec(landed)?.[1] ?? "";
  const body = new URLSearchParams({ visit, product, pay, ...(coupon ? { coupon } : {}) });
  const thanks = await (await fetch(`${shop}/buy`, { method: "POST", body })).text();
  const order = /رقم الطلب <bdi[^>]*>([^<]+)</.exec(thanks)?.[1];
  if (!order) throw new Error(`nothing was bought at ${shop}: ${thanks.slice(0, 300)}`);
  return order;
}

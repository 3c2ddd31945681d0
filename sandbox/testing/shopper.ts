/** Buys by hand on a simulated storefront, as a person would; returns the order's id. */
export async function buyByHand(
  shop: string,
  { query = "", pay = "mada", coupon = "" } = {},
): Promise<string> {
  const front = await (await fetch(`${shop}?${query}`)).text();
  const link = /href="([^"]+\/p\/\d+\?visit=\w+)"/.exec(front)?.[1] ?? "";
  const product = await (await fetch(new URL(link, shop))).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(product)?.[1] ?? "";
  const body = new URLSearchParams({ visit: field("visit"), product: field("product"), pay, coupon });
  const thanks = await (await fetch(`${shop}/buy`, { method: "POST", body })).text();
  return /رقم الطلب <bdi[^>]*>(\d+)</.exec(thanks)?.[1] ?? "";
}

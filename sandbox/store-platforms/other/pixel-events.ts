import { createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import { computeDiscountedTotal } from "../shared/coupons.ts";
import { utmNames } from "../shared/model.ts";
import type { Order, Site } from "./model.ts";

/** What a pixel tag in the head configures: the endpoint, and the site's id. */
export function findPixel({ head }: Pick<Site, "head">): { px: string; key: string } | null {
  const tag = /<script\s[^>]*\/pixel\.js[^>]*>/i.exec(head)?.[0] ?? "";
  const src = /\ssrc="([^"]+)"/.exec(tag)?.[1] ?? "";
  const key = /\sdata-site="([^"]+)"/.exec(tag)?.[1];
  return key && URL.canParse(src) ? { px: new URL("/px", src).href, key } : null;
}

/** The amount as a page formats it. */
export const formatAmount = (order: Order) => (computeDiscountedTotal(order) / 100).toFixed(2);

/** The event the pixel in a shopper's browser sends from the thank-you page. */
export function sendBrowserEvent(world: World, site: Site, order: Order): Promise<void> {
  const pixel = findPixel(site);
  if (!pixel) return Promise.resolve();
  const params = order.entry ? new URL(order.entry).searchParams : new URLSearchParams();
  const utm = Object.fromEntries(
    utmNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
  const body = {
    site: pixel.key,
    order: {
      id: order.id,
      total: formatAmount(order),
      currency: "SAR",
      payment: order.paymentMethod,
      ...(order.coupon && { coupon: order.coupon.code }),
    },
    click: params.get("rwj") ?? "",
    utm,
  };
  return post(world, pixel.px, JSON.stringify(body), { origin: world.url() });
}

const words = {
  ...{ placed: "placed", sent: "placed" },
  ...{ delivered: "delivered", refused: "refused" },
} as const;

/** The signed event the site's own server sends when an order is placed or changes; nothing without a key. */
export function sendServerEvent(world: World, site: Site, order: Order): Promise<void> {
  const pixel = findPixel(site);
  if (!pixel || site.signingKey === "") return Promise.resolve();
  const status =
    order.status === "cancelled" || order.status === "refunded" ? order.status : words[order.status];
  const refunded = (order.refundedHalalas / 100).toFixed(2);
  const event = {
    site: pixel.key,
    order: {
      id: order.id,
      total: formatAmount(order),
      payment: order.paymentMethod,
      status,
      refunded,
      at: order.updatedAt,
    },
  };
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", site.signingKey).update(body).digest("hex");
  return post(world, pixel.px, body, { "x-rawaj-signature": signature });
}

/** Sent as a browser or a small shop's server would: once, and the response is ignored. */
function post(world: World, url: string, body: string, headers: Record<string, string>): Promise<void> {
  return world.requestPool.run(async () => {
    const signal = AbortSignal.timeout(10_000);
    const sent = fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "text/plain", ...headers },
      signal,
    });
    await sent.then((answer) => answer.arrayBuffer()).catch(() => undefined);
  });
}

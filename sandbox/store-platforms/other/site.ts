import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Html } from "../../base/page.ts";
import { Refusal, type Vendor, type VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { checked } from "../../control/control.ts";
import type { OrderTransition, ShopOrder } from "../../economy/ports.ts";
import { computeDiscountedTotal, couponControl, pickCoupon } from "../shared/coupons.ts";
import type { OrderRecord } from "../shared/model.ts";
import { orderControl } from "../shared/order-control.ts";
import { type ShopBackend, toShop, toStoreOrigin } from "../shared/shop-backend.ts";
import { openShopTables, type ShopTables } from "../shared/shop-tables.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { demoSites } from "./demo-sites.ts";
import type { Order, OrderStatus, Site } from "./model.ts";
import { ownerRoutes } from "./owner-page.ts";
import { findPixel, formatAmount, sendBrowserEvent, sendServerEvent } from "./pixel-events.ts";

const storefrontName = "site";

export interface OwnerDeps {
  world: World;
  records: ShopTables<Site, Order>;
  storefrontName: string;
  change(site: Site, change: Partial<Pick<Site, "head" | "signingKey" | "everydayOrders">>): Site;
}

/** The allowed transitions of an order. */
const transitions: Record<OrderTransition, { from: OrderStatus[]; to: OrderStatus }> = {
  confirmed: { from: ["placed"], to: "placed" },
  shipped: { from: ["placed"], to: "sent" },
  delivered: { from: ["sent"], to: "delivered" },
  refused: { from: ["sent"], to: "refused" },
  cancelled: { from: ["placed"], to: "cancelled" },
  refunded: { from: ["delivered"], to: "refunded" },
};

/** Shops on no platform: plain pages, no API, and the tags their owner pastes. */
export function makeOtherSite(world: World): Vendor {
  const records = openShopTables<Site, Order>(world, {
    vendor: "site",
    demos: demoSites,
    digits: { store: 6, product: 6 },
    complete: (base) => ({ ...base, head: "", signingKey: "" }),
  });
  const deps: OwnerDeps = {
    world,
    records,
    storefrontName,
    // A shop with a pixel in its pages is in use: from then on it gets everyday orders.
    change(site, change) {
      const changed = records.stores.put({ ...site, ...change });
      return findPixel(changed) ? records.markInstalled(changed) : changed;
    },
  };
  const backend = makeSiteBackend(world, records);
  const shop = storefrontHost(backend);
  const host: VendorHost = {
    ...shop,
    standsFor: "a merchant's own site",
    routes(app, at) {
      ownerRoutes(app, deps);
      shop.routes(app, at);
    },
  };
  records.allStores();
  return {
    vendor: "site",
    title: { ar: "موقع آخر", en: "Other site" },
    hosts: [host],
    credentials: {},
    controlRoutes(fastify) {
      siteRoutes(fastify, deps);
      orderControl(fastify, backend, (order, halalas, at) => {
        order.refundedHalalas = Math.min(order.refundedHalalas + halalas, computeDiscountedTotal(order));
        return setStatusAndNotify(world, records, order, order.status, at);
      });
    },
    shops: () => records.allStores().map((site) => toShop(backend, site)),
  };
}

function makeSiteBackend(world: World, records: ShopTables<Site, Order>): ShopBackend<Site, Order> {
  return {
    vendor: "site",
    world,
    shopTables: records,
    storefrontName,
    createOrder: (record, shopOrder) => newOrder(world, records, record, shopOrder),
    computeTotal: computeDiscountedTotal,
    renderHead: ({ head }) => new Html(head),
    renderThanks: (site, order) => (findPixel(site) ? orderTag(order) : null),
    // The shopper's page and the site's server learn of an order at the same moment.
    notifyPlaced: (site, order) =>
      Promise.all([
        order.isByHand ? undefined : sendBrowserEvent(world, site, order),
        sendServerEvent(world, site, { ...order }),
      ]).then(() => undefined),
    transition(order, transition, at) {
      const { from, to } = transitions[transition];
      if (!from.includes(order.status)) return { applied: false, webhooksSent: Promise.resolve() };
      if (to === "refunded") order.refundedHalalas = computeDiscountedTotal(order);
      return { applied: true, webhooksSent: setStatusAndNotify(world, records, order, to, at) };
    },
  };
}

function newOrder(
  world: World,
  records: ShopTables<Site, Order>,
  record: OrderRecord,
  shopOrder: ShopOrder,
): Order {
  const entry = shopOrder.visitId ? (records.visits.get(shopOrder.visitId)?.url ?? null) : null;
  return {
    ...record,
    status: "placed",
    coupon: pickCoupon({ world, vendor: "site", tables: records }, record, shopOrder),
    entry,
    isByHand: shopOrder.coupon !== undefined,
  };
}

/** A person's own browser runs this script; simulated shoppers have none, so the site sends their events. */
function orderTag(order: Order): Html {
  const payload = JSON.stringify({
    id: order.id,
    total: formatAmount(order),
    currency: "SAR",
    payment: order.paymentMethod,
    coupon: order.coupon?.code ?? "",
  });
  return new Html(
    `<script>(window.rawaj=window.rawaj||[]).push(["order",${payload.replaceAll("<", "\\u003c")}])</script>`,
  );
}

function setStatusAndNotify(
  world: World,
  records: ShopTables<Site, Order>,
  order: Order,
  status: OrderStatus,
  at: Date,
) {
  order.status = status;
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  const site = records.stores.get(order.storeId);
  return site ? sendServerEvent(world, site, { ...order }) : Promise.resolve();
}

/** `/control/site/sites`: lists the sites, and does what their owners do to their pages. */
function siteRoutes(fastify: FastifyInstance, { world, records, change }: OwnerDeps): void {
  const present = (site: Site) => ({
    slug: site.slug,
    name: site.name,
    url: toStoreOrigin({ world, storefrontName }, site),
    head: site.head,
    signing_key: site.signingKey,
    orders: records.listStoreOrders(site.id).length,
  });
  couponControl(fastify, {
    world,
    vendor: "site",
    tables: records,
    find(id) {
      const site = records.storeBySlug(String(id)) ?? records.stores.get(String(id));
      if (!site) throw new Refusal("there is no site with this slug or id (GET /control/site/sites)");
      return site;
    },
  });
  fastify.get("/control/site/sites", () => records.allStores().map(present));
  fastify.post("/control/site/sites", (request) => {
    const shape = z.strictObject({
      slug: z.string().optional(),
      fresh: z.literal(true).optional(),
      head: z.string().max(10_000).optional(),
      signing_key: z.string().max(200).optional(),
      everyday_orders: z.number().min(0).max(10_000).optional(),
    });
    const { slug, fresh, head, signing_key, everyday_orders } = checked(shape, request.body);
    const site = fresh ? records.newStore("abayas") : records.storeBySlug(slug ?? "");
    if (!site) throw new Refusal("there is no site with this slug (GET /control/site/sites)");
    return present(
      change(site, {
        head: head ?? site.head,
        signingKey: signing_key ?? site.signingKey,
        everydayOrders: everyday_orders ?? site.everydayOrders,
      }),
    );
  });
}

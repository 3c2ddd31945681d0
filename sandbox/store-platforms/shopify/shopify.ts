import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { html, page, sendPage } from "../../base/page.ts";
import { type Failure, Refusal, type Vendor, type VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { couponControl } from "../shared/coupons.ts";
import { orderControl } from "../shared/order-control.ts";
import { toShop, toStoreOrigin } from "../shared/shop-backend.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { storeChange, storeFinder, storesControl } from "../shared/stores-control.ts";
import { app, scopes as appScopes, shopify, versions } from "./app.ts";
import { makeDeliveries } from "./deliveries.ts";
import { makeGrants } from "./grants.ts";
import { makeGraph, throttledFor } from "./graph.ts";
import { type Shop, toDomain } from "./model.ts";
import { oauthRoutes, presentTokens } from "./oauth.ts";
import { makeShopifyBackend, refundPart } from "./orders.ts";
import { openRecords } from "./records.ts";
import { makeRoot } from "./resolvers.ts";

const READY_SCOPES = ["read_products", "read_orders", "write_discounts"];
/** `shop/redact` comes this long after the app was uninstalled. */
const REDACT_AFTER_MS = 48 * 3_600_000;

/** Shopify: each shop's own host is a path segment here, `/shopify/{shop}.myshopify.com/admin/…`. */
export function makeShopify(world: World): Vendor {
  const records = openRecords(world);
  const grants = makeGrants(world, records);
  const deliveries = makeDeliveries(world, records);
  const deps = { world, records, deliveries };
  const backend = makeShopifyBackend(deps);
  records.allStores();
  const find = storeFinder(records, "shopify", (shop, name) => toDomain(shop) === name);

  world.scheduler.on<{ shopId: string }>("shopify/redact", ({ shopId }) => {
    const shop = records.stores.get(shopId);
    if (shop && !shop.installed) void deliveries.sendPrivacyEvent(shop, "shop/redact", {});
  });
  const uninstall = (shop: Shop) => {
    void deliveries.sendEvent(shop, "app/uninstalled", {
      id: Number(shop.id),
      myshopify_domain: toDomain(shop),
    });
    for (const one of records.listSubscriptions(shop.id)) records.subscriptions.delete(one.id);
    grants.uninstall(shop.id);
    world.scheduler.schedule(new Date(world.now().getTime() + REDACT_AFTER_MS), "shopify/redact", shop.id, {
      shopId: shop.id,
    });
  };
  const graph = makeGraph((session) => makeRoot({ world, records, uninstall }, session));

  return {
    vendor: "shopify",
    title: shopify,
    hosts: [
      {
        name: "shopify",
        standsFor: "the shops' own hosts at myshopify.com, one path segment each",
        renderFailure,
        routes(fastify) {
          fastify.get("/", (_request, reply) => sendPage(reply, 200, allShops(world, records.allStores())));
          oauthRoutes(fastify, { world, records, grants });
          fastify.post("/:shop/admin/api/:version/graphql.json", (request, reply) => {
            const { shop: domain, version } = request.params as { shop: string; version: string };
            const shop = records.shopAt(domain);
            if (!shop || !versions.includes(version)) return reply.status(404).send({ errors: "Not Found" });
            const token = request.headers["x-shopify-access-token"];
            const grant = typeof token === "string" ? grants.authenticate(shop, token) : null;
            if (!grant) return refuseToken(reply);
            if (shop.isFrozen) return reply.status(402).send({ errors: "Unavailable Shop" });
            reply
              .header("x-shopify-api-version", version)
              .header("x-request-id", world.ids.uuid("shopify/request"));
            return graph(request, reply, { shop, grant });
          });
        },
      } satisfies VendorHost,
      storefrontHost(backend),
    ],
    credentials: { SHOPIFY_CLIENT_ID: app.id, SHOPIFY_CLIENT_SECRET: app.secret },
    issueTokens(input) {
      const kind = typeof input.kind === "string" ? input.kind : "perfumes";
      const shop = records.markInstalled(
        input.fresh === true ? records.newStore(kind) : find(input.store_id),
      );
      const scopes = typeof input.scope === "string" ? input.scope.split(",") : READY_SCOPES;
      const unknown = scopes.find((scope) => !appScopes.includes(scope));
      if (unknown) throw new Refusal(`scope: ${unknown} is not one of ${appScopes.join(", ")}`);
      return {
        ...presentTokens(grants.issue(shop, scopes)),
        store_id: Number(shop.id),
        shop: toDomain(shop),
        domain: toStoreOrigin(backend, shop),
      };
    },
    expireTokens: () => grants.expireAll(),
    controlRoutes(fastify) {
      storesControl(fastify, {
        vendor: "shopify",
        records,
        find,
        present: (shop) => ({
          store_id: Number(shop.id),
          name: shop.name,
          shop: toDomain(shop),
          url: toStoreOrigin(backend, shop),
          installed: shop.installed,
          plan: shop.plan,
          frozen: shop.isFrozen,
          customer_data: !shop.withholdsCustomerData,
          addresses: !shop.withholdsAddresses,
          journey_seconds: shop.journeySeconds,
          orders: records.listStoreOrders(shop.id).length,
          webhooks: records.listSubscriptions(shop.id).map(({ topic, uri }) => ({ topic, uri })),
        }),
        shape: shopChange,
        change(shop, body) {
          const changed = records.stores.put({
            ...shop,
            plan: body.plan ?? shop.plan,
            isFrozen: body.frozen ?? shop.isFrozen,
            withholdsCustomerData:
              body.customer_data === undefined ? shop.withholdsCustomerData : !body.customer_data,
            withholdsAddresses: body.addresses === undefined ? shop.withholdsAddresses : !body.addresses,
            journeySeconds: body.journey_seconds ?? shop.journeySeconds,
            everydayOrders: body.everyday_orders ?? shop.everydayOrders,
          });
          if (body.uninstall) uninstall(changed);
          if (body.privacy) void deliveries.sendPrivacyEvent(changed, body.privacy, privacyData(world));
        },
      });
      couponControl(fastify, { world, vendor: "shopify", tables: records, find });
      orderControl(fastify, backend, (order, halalas, at, items) =>
        refundPart(deps, order, halalas, at, items),
      );
    },
    shops: () => records.allStores().map((shop) => toShop(backend, shop)),
  };
}

const shopChange = z.strictObject({
  ...storeChange,
  plan: z.enum(["standard", "advanced", "plus"]).optional(),
  frozen: z.boolean().optional(),
  customer_data: z.boolean().optional(),
  addresses: z.boolean().optional(),
  journey_seconds: z.number().int().min(0).optional(),
  privacy: z.enum(["customers/data_request", "customers/redact", "shop/redact"]).optional(),
});

function privacyData(world: World) {
  const customer = {
    id: world.ids.number("shopify/customer", 9),
    email: "shopper@example.sa",
    phone: "+966500000000",
  };
  return { customer, orders_requested: [], orders_to_redact: [], data_request: { id: 1 } };
}

function refuseToken(reply: FastifyReply): FastifyReply {
  return reply
    .status(401)
    .send({ errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" });
}

/** GraphQL is throttled inside HTTP 200; everything else fails by its status. */
function renderFailure(reply: FastifyReply, { status, message, retryAfterSeconds = 1 }: Failure): unknown {
  const request: FastifyRequest = reply.request;
  if (status === 429 && request.url.includes("/graphql.json")) {
    return reply.removeHeader("retry-after").status(200).send(throttledFor(retryAfterSeconds));
  }
  return reply.status(status).send({ errors: message });
}

function allShops(world: World, shops: Shop[]): string {
  const body = html`<main><h1>متاجر شوبيفاي التجريبية</h1>
${shops.map((shop) => html`<div class="card"><b>${shop.name}</b><br><code>${toDomain(shop)}</code> · <a href="${toStoreOrigin({ world, storefrontName: "shopify-storefront" }, shop)}">المتجر</a></div>`)}</main>`;
  return page({ title: shopify.ar, body });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { html, page, sendPage } from "../../base/page.ts";
import { type Failure, Refusal, type Vendor, type VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { couponControl } from "../shared/coupons.ts";
import { orderControl } from "../shared/order-control.ts";
import { toShop, toStoreOrigin } from "../shared/shop-backend.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { storeChange, storeFinder, storesControl } from "../shared/stores-control.ts";
import { authorizeRoutes } from "./authorize.ts";
import { couponRoutes } from "./coupons.routes.ts";
import { makeDeliveries } from "./deliveries.ts";
import { woocommerce } from "./format.ts";
import { hookRoutes } from "./hooks.routes.ts";
import { isPermission, openKeys } from "./keys.ts";
import type { Site } from "./model.ts";
import { orderRoutes } from "./orders.routes.ts";
import { makeSiteBackend, refundOrder } from "./orders.ts";
import { openRecords } from "./records.ts";
import { findRoute, RestError } from "./rest.ts";
import { siteRoutes } from "./routes.ts";

/** WordPress sites with WooCommerce: each is a path below one host, as if it had its own host. */
export function makeWooCommerce(world: World): Vendor {
  const records = openRecords(world);
  const keys = openKeys(world);
  const deliveries = makeDeliveries(world, records);
  const deps = { world, records, deliveries };
  const backend = makeSiteBackend(deps);
  records.allStores();
  const toAddress = (site: Site) => `${world.url("woocommerce")}/${site.slug}`;
  /** By its number, or by its address without the scheme. */
  const find = storeFinder(records, "woocommerce", (site, name) => toAddress(site).endsWith(`//${name}`));
  return {
    vendor: "woocommerce",
    title: woocommerce,
    hosts: [
      sitesHost({
        deps: { ...deps, keys },
        routes: [...siteRoutes(deps), ...orderRoutes(deps), ...couponRoutes(deps), ...hookRoutes(deps)],
      }),
      storefrontHost(backend),
    ],
    credentials: {},
    issueTokens(input) {
      const kind = typeof input.kind === "string" ? input.kind : "coffee";
      const site = records.markInstalled(
        input.fresh === true ? records.newStore(kind) : find(input.store_id),
      );
      const scope = String(input.scope ?? "read_write");
      if (!isPermission(scope)) throw new Refusal("scope must be read, write or read_write");
      const key = keys.make(site.id, scope, "Rawaj - API");
      return {
        consumer_key: key.id,
        consumer_secret: key.secret,
        key_permissions: scope,
        store_id: Number(site.id),
        site: toAddress(site),
        domain: toStoreOrigin(backend, site),
      };
    },
    expireTokens: () => keys.revokeAll(),
    controlRoutes(app) {
      storesControl(app, {
        vendor: "woocommerce",
        records,
        find,
        present: (site) => ({
          store_id: Number(site.id),
          name: site.name,
          site: toAddress(site),
          url: toStoreOrigin(backend, site),
          installed: site.installed,
          plain_permalinks: site.hasPlainPermalinks,
          walled: site.isWalled,
          orders: records.listStoreOrders(site.id).length,
          webhooks: records
            .listHooks(site.id)
            .map(({ id, topic, status, failures }) => ({ id, topic, status, failures })),
        }),
        shape: siteChange,
        change(site, body) {
          records.stores.put({
            ...site,
            isWalled: body.walled ?? site.isWalled,
            stripsHeader: body.strips_header ?? site.stripsHeader,
            hasPlainPermalinks: body.plain_permalinks ?? site.hasPlainPermalinks,
            everydayOrders: body.everyday_orders ?? site.everydayOrders,
          });
          if (body.uninstall) keys.revokeAll(site.id);
        },
      });
      couponControl(app, { world, vendor: "woocommerce", tables: records, find });
      orderControl(app, backend, (order, halalas, at, items) =>
        refundOrder(deps, find(order.storeId), order, { halalas, reason: "", at, items }),
      );
    },
    shops: () => records.allStores().map((site) => toShop(backend, site)),
  };
}

const siteChange = z.strictObject({
  ...storeChange,
  walled: z.boolean().optional(),
  strips_header: z.boolean().optional(),
  plain_permalinks: z.boolean().optional(),
});
interface HostOptions {
  deps: Parameters<typeof siteRoutes>[0] & { keys: ReturnType<typeof openKeys> };
  routes: ReturnType<typeof siteRoutes>;
}

/** The sites' own servers: the REST API in both address forms, and the key exchange. */
function sitesHost({ deps: { world, records, keys }, routes }: HostOptions): VendorHost {
  const findSite = (slug: string) => records.storeBySlug(slug);

  const handle = (request: FastifyRequest, reply: FastifyReply, slug: string, path: string) => {
    const site = findSite(slug);
    if (!site) return notFoundPage(reply);
    if (site.isWalled) return reply.status(403).type("text/html").send("<html><h1>Access denied</h1></html>");
    try {
      const found = findRoute(routes, request.method, path);
      if (!found)
        throw new RestError(404, "rest_no_route", "No route was found matching the URL and request method.");
      const { route, id } = found;
      if (route.needs !== "nothing") keys.authenticate(request, site, route.needs);
      const query = request.query as Record<string, unknown>;
      const { status = 200, body, headers = {} } = route.handle({ site, query, body: request.body, id });
      return reply.status(status).headers(headers).send(body);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      return reply.status(error.status).send(error.body);
    }
  };

  return {
    name: "woocommerce",
    standsFor: "WordPress sites with WooCommerce, one path segment each",
    renderFailure: renderSiteFailure,
    routes(app: FastifyInstance) {
      authorizeRoutes(app, { world, keys, findSite, connected: (site) => void records.markInstalled(site) });
      app.get("/", (_request, reply) => sendPage(reply, 200, allSites(world, records.allStores())));
      app.all("/:site/wp-json/*", (request, reply) => {
        const { site, "*": rest } = request.params as { site: string; "*": string };
        return findSite(site)?.hasPlainPermalinks
          ? notFoundPage(reply)
          : handle(request, reply, site, `/${rest}`);
      });
      for (const path of ["/:site", "/:site/"]) {
        app.all(path, (request, reply) => {
          const slug = (request.params as { site: string }).site;
          const route = (request.query as Record<string, string | undefined>).rest_route;
          if (route !== undefined) return handle(request, reply, slug, route);
          const site = findSite(slug);
          if (!site) return notFoundPage(reply);
          return reply.redirect(
            toStoreOrigin({ world, storefrontName: "woocommerce-storefront" }, site),
            302,
          );
        });
      }
    },
  };
}

/** A site's front server answers in HTML; only a body that is not JSON is answered by WordPress itself. */
function renderSiteFailure(reply: FastifyReply, { status, message }: Failure): unknown {
  if (status === 400)
    return reply.status(400).send(new RestError(400, "rest_invalid_json", "Invalid JSON body passed.").body);
  return sendPage(
    reply,
    status,
    `<html><head><title>${status}</title></head><body><h1>${message}</h1></body></html>`,
  );
}

function notFoundPage(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply,
    404,
    page({ title: "غير موجود", body: html`<main><h1>الصفحة غير موجودة</h1></main>` }),
  );
}

function allSites(world: World, sites: Site[]): string {
  const body = html`<main><h1>مواقع ووكومرس التجريبية</h1>
${sites.map(({ slug, name }) => html`<div class="card"><b>${name}</b><br><code>${world.url("woocommerce")}/${slug}</code></div>`)}</main>`;
  return page({ title: woocommerce.ar, body });
}

import { z } from "zod";
import type { World } from "../../base/world.ts";
import type { Deliveries } from "./deliveries.ts";
import { type Hook, type Site, topics } from "./model.ts";
import { presentCoupon, presentHook } from "./present.ts";
import type { Records } from "./records.ts";
import { checkedAsk, pageOfRows, RestError } from "./rest.ts";
import { anywhere, paging, ROOT, rowOf, type SiteRoute } from "./routes.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

const address = z.url({ protocol: /^https?$/ });
const fields = {
  name: z.string().min(1).optional(),
  topic: z.enum(topics as [string, ...string[]]),
  delivery_url: address,
  secret: z.string().optional(),
  status: z.enum(["active", "paused", "disabled"]).optional(),
};
const listQuery = z.strictObject({
  ...paging,
  ...anywhere,
  status: z.enum(["all", "active", "paused", "disabled"]).default("all"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

const couponsQuery = z.strictObject({ ...paging, ...anywhere, code: z.string().optional() });

/** Webhooks and coupons (WooCommerce REST API docs, "Webhooks", "Coupons"). */
export function hookRoutes({ world, records, deliveries }: Deps): SiteRoute[] {
  const at = (site: Site, path: string) => `${world.url("woocommerce")}/${site.slug}/wp-json${ROOT}${path}`;
  const hookOf = (site: Site, id: string): Hook =>
    rowOf(records.hooks.get(id), (hook) => hook.siteId === site.id, "shop_webhook");
  return [
    {
      method: "GET",
      path: `${ROOT}/webhooks`,
      needs: "read",
      answer({ site, query }) {
        const ask = checkedAsk(listQuery, query);
        const rows = records
          .hooksOf(site.id)
          .filter(({ status }) => ask.status === "all" || status === ask.status);
        return pageOfRows(rows, ask, at(site, "/webhooks"), presentHook);
      },
    },
    {
      method: "POST",
      path: `${ROOT}/webhooks`,
      needs: "write",
      answer({ site, body }) {
        const ask = checkedAsk(z.strictObject(fields), body);
        const now = world.now().toISOString();
        const hook = records.hooks.put({
          id: String(world.ids.number("woocommerce/hook", 3)),
          siteId: site.id,
          name: ask.name ?? "Webhook created",
          topic: ask.topic,
          deliveryUrl: ask.delivery_url,
          secret: ask.secret ?? world.ids.token("woocommerce/hook-secret", 32),
          status: ask.status ?? "active",
          failures: 0,
          createdAt: now,
          updatedAt: now,
        });
        void deliveries.ping(hook);
        return { status: 201, body: presentHook(hook) };
      },
    },
    {
      method: "PUT",
      path: `${ROOT}/webhooks/{id}`,
      needs: "write",
      answer({ site, id, body }) {
        const hook = hookOf(site, id);
        const ask = checkedAsk(z.strictObject(fields).partial(), body);
        const changed = {
          ...hook,
          name: ask.name ?? hook.name,
          topic: ask.topic ?? hook.topic,
          deliveryUrl: ask.delivery_url ?? hook.deliveryUrl,
          secret: ask.secret ?? hook.secret,
          status: ask.status ?? hook.status,
          failures: ask.status === "active" ? 0 : hook.failures,
          updatedAt: world.now().toISOString(),
        };
        return { body: presentHook(records.hooks.put(changed)) };
      },
    },
    {
      method: "DELETE",
      path: `${ROOT}/webhooks/{id}`,
      needs: "write",
      answer({ site, id, query }) {
        const hook = hookOf(site, id);
        if (query.force !== "true") {
          throw new RestError(
            501,
            "woocommerce_rest_trash_not_supported",
            "Webhooks do not support trashing.",
          );
        }
        records.hooks.delete(hook.id);
        return { body: presentHook(hook) };
      },
    },
    {
      method: "GET",
      path: `${ROOT}/coupons`,
      needs: "read",
      answer({ site, query }) {
        const ask = checkedAsk(couponsQuery, query);
        const used = records.ordersOf(site.id).filter(({ coupon }) => coupon !== null).length;
        const coupon = presentCoupon(site.openedAt, used);
        const rows = !ask.code || ask.code.toLowerCase() === coupon.code ? [coupon] : [];
        return pageOfRows(rows, ask, at(site, "/coupons"), (row) => row);
      },
    },
  ];
}

import { z } from "zod";
import type { World } from "../../base/world.ts";
import type { Deliveries } from "./deliveries.ts";
import { type Hook, type Site, topics } from "./model.ts";
import { presentHook } from "./present.ts";
import type { Records } from "./records.ts";
import { checkedParams, RestError, toPage } from "./rest.ts";
import { commonParams, paging, ROOT, requireRow, type SiteRoute } from "./routes.ts";

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
  ...commonParams,
  status: z.enum(["all", "active", "paused", "disabled"]).default("all"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

/** Webhooks (WooCommerce REST API docs, "Webhooks"). */
export function hookRoutes({ world, records, deliveries }: Deps): SiteRoute[] {
  const at = (site: Site, path: string) => `${world.url("woocommerce")}/${site.slug}/wp-json${ROOT}${path}`;
  const requireHook = (site: Site, id: string): Hook =>
    requireRow(records.hooks.get(id), (hook) => hook.siteId === site.id, "shop_webhook");
  return [
    {
      method: "GET",
      path: `${ROOT}/webhooks`,
      needs: "read",
      handle({ site, query }) {
        const input = checkedParams(listQuery, query);
        const rows = records
          .listHooks(site.id)
          .filter(({ status }) => input.status === "all" || status === input.status);
        return toPage(rows, input, at(site, "/webhooks"), presentHook);
      },
    },
    {
      method: "POST",
      path: `${ROOT}/webhooks`,
      needs: "write",
      handle({ site, body }) {
        const input = checkedParams(z.strictObject(fields), body);
        const now = world.now().toISOString();
        const hook = records.hooks.put({
          id: String(world.ids.number("woocommerce/hook", 3)),
          siteId: site.id,
          name: input.name ?? "Webhook created",
          topic: input.topic,
          deliveryUrl: input.delivery_url,
          secret: input.secret ?? world.ids.token("woocommerce/hook-secret", 32),
          status: input.status ?? "active",
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
      handle({ site, id, body }) {
        const hook = requireHook(site, id);
        const input = checkedParams(z.strictObject(fields).partial(), body);
        const changed = {
          ...hook,
          name: input.name ?? hook.name,
          topic: input.topic ?? hook.topic,
          deliveryUrl: input.delivery_url ?? hook.deliveryUrl,
          secret: input.secret ?? hook.secret,
          status: input.status ?? hook.status,
          failures: input.status === "active" ? 0 : hook.failures,
          updatedAt: world.now().toISOString(),
        };
        return { body: presentHook(records.hooks.put(changed)) };
      },
    },
    {
      method: "DELETE",
      path: `${ROOT}/webhooks/{id}`,
      needs: "write",
      handle({ site, id, query }) {
        const hook = requireHook(site, id);
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
  ];
}

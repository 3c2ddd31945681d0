import { z } from "zod";
import type { World } from "../../base/world.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import type { Site } from "./model.ts";
import { presentProduct } from "./present.ts";
import type { Records } from "./records.ts";
import { checkedParams, RestError, type RestRoute, toPage } from "./rest.ts";

export const ROOT = "/wc/v3";
export type SiteRoute = RestRoute<Site>;

/** 10 rows a page unless requested otherwise, 100 at most. */
export const paging = {
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
};
/** Accepted on every call; these two are the key where a host strips the header. */
export const commonParams = {
  consumer_key: z.string().optional(),
  consumer_secret: z.string().optional(),
  rest_route: z.string().optional(),
  _fields: z.string().optional(),
};

interface Deps {
  world: World;
  records: Records;
}

/** The site's row with this id, or the error the source gives. */
export function requireRow<Row>(row: Row | undefined, isOwned: (row: Row) => boolean, type: string): Row {
  if (row !== undefined && isOwned(row)) return row;
  throw new RestError(404, `woocommerce_rest_${type}_invalid_id`, "Invalid ID.");
}

/** The site itself, its settings and its products (WooCommerce REST API docs). */
export function siteRoutes({ world, records }: Deps): SiteRoute[] {
  const url = (site: Site) => `${world.url("woocommerce")}/${site.slug}`;
  const home = (site: Site) => toStoreOrigin({ world, storefrontName: "woocommerce-storefront" }, site);
  const inSite = (site: Site) => (product: { storeId: string }) => product.storeId === site.id;
  return [
    {
      method: "GET",
      path: "/",
      needs: "nothing",
      handle: ({ site }) => ({
        body: {
          name: site.name,
          description: site.description,
          url: url(site),
          home: home(site),
          gmt_offset: "3",
          timezone_string: "Asia/Riyadh",
          namespaces: ["oembed/1.0", "wc/v1", "wc/v2", "wc/v3", "wp/v2"],
        },
      }),
    },
    {
      method: "GET",
      path: `${ROOT}/settings/general`,
      needs: "read",
      handle: () => ({
        body: [
          { id: "woocommerce_default_country", label: "Country / State", value: "SA", type: "select" },
          { id: "woocommerce_currency", label: "Currency", value: "SAR", type: "select" },
          { id: "woocommerce_price_num_decimals", label: "Number of decimals", value: "2", type: "number" },
        ],
      }),
    },
    {
      method: "GET",
      path: `${ROOT}/products`,
      needs: "read",
      handle({ site, query }) {
        const input = checkedParams(productsQuery, query);
        const rows = records
          .listStoreProducts(site.id)
          .filter(
            ({ status }) => input.status === "any" || (status === "hidden") === (input.status === "draft"),
          )
          .filter(
            ({ name, sku }) =>
              (!input.search || name.includes(input.search)) && (!input.sku || sku === input.sku),
          );
        if (input.order === "desc") rows.reverse();
        return toPage(rows, input, `${url(site)}/wp-json${ROOT}/products`, (product) =>
          presentProduct(product, home(site)),
        );
      },
    },
    {
      method: "GET",
      path: `${ROOT}/products/{id}`,
      needs: "read",
      handle: ({ site, id }) => ({
        body: presentProduct(requireRow(records.products.get(id), inSite(site), "product"), home(site)),
      }),
    },
  ];
}

const productsQuery = z.strictObject({
  ...paging,
  ...commonParams,
  status: z.enum(["any", "publish", "draft"]).default("any"),
  search: z.string().optional(),
  sku: z.string().optional(),
  orderby: z.enum(["date", "id", "title", "modified"]).default("date"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { Product } from "../shared/model.ts";
import { pictureUrl } from "../shared/pictures.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import type { ApiDeps } from "./api.ts";
import { storefrontName } from "./app.ts";
import type { Store } from "./model.ts";
import { toProductUuid } from "./product-uuid.ts";
import { invalid, notFound } from "./responses.ts";

const productsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  ordering: z.string().optional(),
  search: z.string().optional(),
});

/** Products (docs.zid.sa, "Products"): other headers than the managers' calls, and another paging. */
export function productRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.get(
    "/v1/products/",
    deps.guard("products", (request, reply, store) => listProducts(deps, store, request, reply)),
  );
}

function listProducts(deps: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const query = checkBody(productsQuery, request.query);
  if (!query.ok) return invalid(reply, query.problems);
  const { page, page_size } = query.value;
  const rows = deps.records.listStoreProducts(store.id);
  const pages = Math.max(1, Math.ceil(rows.length / page_size));
  if (page > pages) return notFound(reply);
  const at = (pageNumber: number) =>
    `${deps.world.url("zid")}/v1/products/?page=${pageNumber}&page_size=${page_size}`;
  const isManager = request.headers.role === "Manager";
  return reply.send({
    count: rows.length,
    next: page < pages ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    results: rows
      .slice((page - 1) * page_size, page * page_size)
      .map((product) =>
        presentProduct(product, toStoreOrigin({ world: deps.world, storefrontName }, store), isManager),
      ),
  });
}

/** Managers get names in both languages, customers plain text. */
function presentProduct(product: Product, origin: string, isManager: boolean) {
  const picture = pictureUrl(origin, product.id);
  return {
    id: toProductUuid(product.id),
    sku: product.sku,
    name: isManager ? { ar: product.name, en: null } : product.name,
    slug: product.id,
    price: product.priceHalalas / 100,
    sale_price: product.saleHalalas === null ? null : product.saleHalalas / 100,
    formatted_price: `${(product.priceHalalas / 100).toFixed(2)} ر.س`,
    currency: "SAR",
    currency_symbol: "ر.س",
    quantity: product.quantity,
    is_infinite: product.quantity === null,
    is_draft: product.status === "hidden",
    is_published: product.status !== "hidden",
    is_taxable: true,
    html_url: `${origin}/p/${product.id}`,
    images: [{ id: product.id, image: { full_size: picture, thumbnail: picture }, alt_text: product.name }],
    categories: [{ id: 1, name: isManager ? { ar: product.category } : product.category }],
  };
}

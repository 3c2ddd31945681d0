import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { Product } from "../shared/model.ts";
import { type ApiDeps, paging, ROOT, toStoreOrigin } from "./api.deps.ts";
import type { Store } from "./model.ts";
import { presentProduct } from "./present-product.ts";
import { invalid, notFound, sendList, success } from "./responses.ts";

/** Products (Salla docs, "Products"). */
export function productRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.get(
    `${ROOT}/products`,
    deps.guard("products.read", (request, reply, { store }) => listProducts(deps, store, request, reply)),
  );
  app.get(
    `${ROOT}/products/:id`,
    deps.guard("products.read", (request, reply, { store }) => {
      const product = deps.records.products.get((request.params as { id: string }).id);
      if (product?.storeId !== store.id) return notFound(reply);
      return success(reply, presentProduct(product, toStoreOrigin(deps, store)));
    }),
  );
}

const productsQuery = z.strictObject({
  ...paging,
  keyword: z.string().optional(),
  status: z.enum(["hidden", "sale", "out"]).optional(),
  category: z.string().optional(),
  format: z.enum(["light"]).optional(),
});

function listProducts(deps: ApiDeps, store: Store, request: FastifyRequest, reply: FastifyReply) {
  const query = checkBody(productsQuery, request.query);
  if (!query.ok) return invalid(reply, query.problems);
  const { page, per_page: perPage, keyword, status, category } = query.value;
  const matches = (product: Product) =>
    (!keyword || product.name.includes(keyword) || product.sku.includes(keyword)) &&
    (!status || product.status === status) &&
    (!category || product.category === category);
  const rows = deps.records.listStoreProducts(store.id).filter(matches);
  const url = `${deps.world.url("salla")}${ROOT}/products`;
  return sendList(reply, rows, { page, perPage, url }, (product) =>
    presentProduct(product, toStoreOrigin(deps, store)),
  );
}

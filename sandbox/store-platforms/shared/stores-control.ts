import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../../base/vendor.ts";
import { checked } from "../../control/control.ts";
import type { OrderRecord, ShopRecord } from "./model.ts";
import type { ShopTables } from "./shop-tables.ts";

/** What may be changed of every platform's stores. */
export const storeChange = {
  store_id: z.union([z.number(), z.string()]),
  everyday_orders: z.number().min(0).max(10_000).optional(),
  uninstall: z.literal(true).optional(),
};

/**
 * Finds the store of a control call: by its number, or by another name that `isCalled` matches; the first store by
 * default.
 */
export function storeFinder<Store extends ShopRecord>(
  { allStores }: Pick<ShopTables<Store, OrderRecord>, "allStores">,
  vendor: string,
  isCalled: (store: Store, name: string) => boolean = () => false,
) {
  return (id: unknown): Store => {
    const name = String(id);
    const [first] = allStores();
    const store =
      id === undefined ? first : allStores().find((one) => one.id === name || isCalled(one, name));
    if (!store) throw new Refusal(`there is no store with this store_id (GET /control/${vendor}/stores)`);
    return store;
  };
}

interface Stores<Store extends ShopRecord, Shape extends z.ZodType<{ store_id: string | number }>> {
  vendor: string;
  records: Pick<ShopTables<Store, OrderRecord>, "allStores">;
  find(id: unknown): Store;
  present(store: Store): object;
  shape: Shape;
  change(store: Store, body: z.output<Shape>): void;
}

/** `/control/<vendor>/stores`: lists the stores, and does what a merchant would do to a store at the platform. */
export function storesControl<
  Store extends ShopRecord,
  Shape extends z.ZodType<{ store_id: string | number }>,
>(app: FastifyInstance, { vendor, records, find, present, shape, change }: Stores<Store, Shape>): void {
  app.get(`/control/${vendor}/stores`, () => records.allStores().map(present));
  app.post(`/control/${vendor}/stores`, (request) => {
    const body = checked(shape, request.body);
    const store = find(body.store_id);
    change(store, body);
    return present(find(store.id));
  });
}

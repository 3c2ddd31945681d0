import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const storesData = definePersonalData("stores", "stores", {
  connections: ({ erased }) => erased({ owner: { through: "stores.stores", by: "store_id", its: "id" } }),
  contact_sharing: ({ erased }) => erased(),
  erased_contacts: ({ erased }) => erased({ notExported: "Keys of shoppers who asked to be erased" }),
  landing_addresses: ({ erased }) => erased(),
  order_contacts: ({ erased }) => erased({ notExported: "Shoppers as sealed hashes, which nobody reads" }),
  orders: ({ erased }) => erased(),
  product_days: ({ erased }) => erased(),
  products: ({ erased }) => erased(),
  sites: ({ erased }) => erased({ without: ["verification_token"] }),
  stores: ({ erased }) => erased(),
  webhook_deliveries: ({ ours }) =>
    ours("Messages of store platforms, each taken once", {
      period: "14 days",
      why: "nothing is taken twice",
    }),
});

import type { VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import { storefrontName } from "./app.ts";
import { couponRoutes } from "./coupons.routes.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Guard } from "./guard.ts";
import type { Store } from "./model.ts";
import { orderRoutes } from "./orders.routes.ts";
import { productRoutes } from "./products.routes.ts";
import type { Records } from "./records.ts";
import { failure } from "./responses.ts";
import { webhookRoutes } from "./webhooks.routes.ts";

/** What the API's routes depend on. */
export interface ApiDeps {
  world: World;
  records: Records;
  deliveries: Deliveries;
  guard: Guard;
}

/** api.zid.sa (docs.zid.sa, "Merchant APIs"). */
export function apiHost(deps: ApiDeps): VendorHost {
  return {
    name: "zid",
    standsFor: "api.zid.sa",
    renderFailure: (reply, { status, message }) => failure(reply, status, `ERROR_${status}`, message),
    routes(app) {
      app.get(
        "/v1/managers/account/profile",
        deps.guard("managers", (_request, reply, store) => reply.send(presentProfile(deps.world, store))),
      );
      productRoutes(app, deps);
      orderRoutes(app, deps);
      couponRoutes(app, deps);
      webhookRoutes(app, deps);
    },
  };
}

function presentProfile(world: World, store: Store) {
  const { id, name, email, mobile } = store.owner;
  return {
    status: "object",
    user: {
      id,
      name,
      email,
      mobile: mobile.replace("+", ""),
      store: {
        id: Number(store.id),
        uuid: store.uuid,
        title: store.name,
        email,
        url: `${toStoreOrigin({ world, storefrontName }, store)}/`,
        currency: {
          id: 4,
          name: "ريال سعودي",
          code: "SAR",
          symbol: "ر.س",
          country: { id: 184, name: "السعودية", code: "SA" },
        },
      },
    },
    message: { type: "object", code: null, name: null, description: null },
  };
}

import type { VendorHost } from "../../base/vendor.ts";
import { type ApiDeps, ROOT, toStoreOrigin } from "./api.deps.ts";
import { couponRoutes } from "./coupons.routes.ts";
import type { Store } from "./model.ts";
import { orderRoutes } from "./orders.routes.ts";
import { productRoutes } from "./products.routes.ts";
import { failure, success } from "./responses.ts";
import { webhookRoutes } from "./webhooks.routes.ts";

/** api.salla.dev: the merchant API (Salla docs, "Merchant API"). */
export function apiHost(deps: ApiDeps): VendorHost {
  return {
    name: "salla",
    standsFor: "api.salla.dev",
    renderFailure: (reply, { status, message }) => failure(reply, status, status, message),
    routes(app) {
      app.get(
        `${ROOT}/store/info`,
        deps.guard("settings.read", (_request, reply, { store }) => success(reply, storeInfo(deps, store))),
      );
      productRoutes(app, deps);
      orderRoutes(app, deps);
      couponRoutes(app, deps);
      webhookRoutes(app, deps);
    },
  };
}

function storeInfo(deps: ApiDeps, store: Store) {
  return {
    id: Number(store.id),
    name: store.name,
    entity: "company",
    email: store.owner.email,
    avatar: null,
    plan: store.plan,
    type: "demo",
    status: store.isClosed ? "inactive" : "active",
    verified: true,
    currency: "SAR",
    domain: toStoreOrigin(deps, store),
    description: store.description,
    licenses: { tax_number: null, commercial_number: "1010000000", freelance_number: null },
    social: {
      telegram: null,
      twitter: null,
      facebook: null,
      maroof: null,
      youtube: null,
      snapchat: null,
      whatsapp: null,
    },
  };
}

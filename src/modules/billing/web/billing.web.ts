import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "billing",
  pages: {
    "/financial-transaction/active-subscribtions": {
      ability: { subject: "billing", action: "manage" },
      load: () => import("./subscription/subscription-page.tsx"),
      texts: ["billing_subscription", "billing_payment", "payments", "wallet"],
    },
    "/financial-transaction/services-stock": {
      ability: { subject: "billing", action: "manage" },
      load: () => import("./stock/services-stock-page.tsx"),
      texts: ["billing_stock"],
    },
    "/financial-transaction/invoices": {
      load: () => import("./invoices/invoices-page.tsx"),
      texts: ["billing", "billing_invoices"],
    },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    billing: PathOf<typeof web>;
  }
}

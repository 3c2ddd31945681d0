import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "conversions",
  pages: {
    "/link-ad-accounts/conversions": {
      ability: { subject: "conversion", action: "manage" },
      load: () => import("./health/conversions-page.tsx"),
      texts: ["conversions", "conversions_health", "ad_accounts"],
    },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    conversions: PathOf<typeof web>;
  }
}

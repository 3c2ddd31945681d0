import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "ad-accounts",
  pages: {
    "/link-ad-accounts/connect-platform": {
      load: () => import("./connect-platform-page.tsx"),
      texts: ["ad_accounts"],
    },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    adAccounts: PathOf<typeof web>;
  }
}

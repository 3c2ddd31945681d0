import { IconPlugConnected } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "ad-accounts",
  pages: {
    "/link-ad-accounts/connect-platform": {
      ability: { subject: "ad_account", action: "manage" },
      load: () => import("./connect-platform-page.tsx"),
      texts: ["ad_accounts"],
    },
  },
  navigation: [
    {
      group: "account",
      order: 25,
      to: "/link-ad-accounts/connect-platform",
      label: "nav.ad_platforms",
      icon: IconPlugConnected,
    },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    adAccounts: PathOf<typeof web>;
  }
}

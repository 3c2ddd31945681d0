import { IconBuildingStore } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "stores",
  pages: {
    "/link-ad-accounts/add-store": {
      ability: { subject: "store", action: "manage" },
      load: () => import("./add-store-page.tsx"),
      texts: ["stores"],
    },
  },
  navigation: [
    {
      group: "account",
      order: 20,
      to: "/link-ad-accounts/add-store",
      label: "nav.stores",
      icon: IconBuildingStore,
    },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    stores: PathOf<typeof web>;
  }
}

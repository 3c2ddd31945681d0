import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "stores",
  pages: {
    "/link-ad-accounts/add-store": { load: () => import("./add-store-page.tsx"), texts: ["stores"] },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    stores: PathOf<typeof web>;
  }
}

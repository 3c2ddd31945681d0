import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "privacy",
  pages: {
    "/account-settings/privacy": {
      load: () => import("./page/privacy-page.tsx"),
      texts: ["privacy", "privacy_page"],
    },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    privacy: PathOf<typeof web>;
  }
}

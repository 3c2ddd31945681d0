import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "notifications",
  pages: {
    "/notifications": {
      load: () => import("./notifications-page.tsx"),
      texts: ["notifications", "messages"],
    },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    notifications: PathOf<typeof web>;
  }
}

import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "merchants",
  pages: {
    "/account-settings/members": {
      load: () => import("./members/members-page.tsx"),
      texts: ["merchants", "merchants_members"],
      ability: { subject: "member", action: "read" },
    },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    merchants: PathOf<typeof web>;
  }
}

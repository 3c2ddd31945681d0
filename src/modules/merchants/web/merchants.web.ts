import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "merchants",
  pages: {
    "/auth": { load: () => import("./auth-page.tsx"), texts: ["merchants"], isForGuests: true },
  },
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    merchants: PathOf<typeof web>;
  }
}

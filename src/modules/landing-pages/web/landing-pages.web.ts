import { IconLayout } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "landing-pages",
  pages: {
    "/landing-pages": {
      load: () => import("./landing-pages-page.tsx"),
      texts: ["landing_pages", "campaigns_law"],
    },
    "/landing-pages/$id": {
      load: () => import("./editor/landing-page-editor-page.tsx"),
      texts: ["landing_pages", "campaigns_law"],
    },
  },
  navigation: [
    { group: "helpers", order: 6, to: "/landing-pages", label: "nav.landing_pages", icon: IconLayout },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    "landing-pages": PathOf<typeof web>;
  }
}

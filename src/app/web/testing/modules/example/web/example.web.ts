import { IconFlask } from "@tabler/icons-react";
import { defineWebModule } from "#base/web/runtime/web-module.ts";

/** A module that only tests know. */
export const web = defineWebModule({
  name: "example",
  pages: {
    "/example": { load: () => import("./example-page.tsx"), isFrame: true, leadsTo: "/example/first" },
    "/example/first": { load: () => import("./example-page.tsx") },
    "/account-settings/example": { load: () => import("./example-page.tsx") },
    "/tracking": { load: () => import("./example-page.tsx") },
  },
  navigation: [
    { group: "main", order: 25, to: "/example", label: "example:title", icon: IconFlask },
    { group: "main", order: 50, to: "/tracking", label: "nav.tracking", icon: IconFlask },
  ],
  live: { "campaign.created": [["example"]] },
});

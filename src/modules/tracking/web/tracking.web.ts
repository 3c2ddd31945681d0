import { IconLink } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const texts = ["tracking", "tracking_links"];

export const web = defineWebModule({
  name: "tracking",
  pages: {
    "/tracking": { load: () => import("./links-page.tsx"), texts: [...texts, "tracking_restatements"] },
    "/tracking/new": {
      ability: { subject: "tracking_link", action: "manage" },
      load: () => import("./make-link-page.tsx"),
      texts,
    },
    "/tracking/bulk": {
      ability: { subject: "tracking_link", action: "manage" },
      load: () => import("./bulk-links-page.tsx"),
      texts,
    },
    "/tracking/settings": {
      ability: { subject: "tracking_link", action: "manage" },
      load: () => import("./link-settings-page.tsx"),
      texts,
    },
    "/tracking/$id": { load: () => import("./link-page.tsx"), texts },
    "/tracking/$id/edit": {
      ability: { subject: "tracking_link", action: "manage" },
      load: () => import("./edit-link-page.tsx"),
      texts,
    },
  },
  navigation: [{ group: "main", order: 50, to: "/tracking", label: "nav.tracking", icon: IconLink }],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    tracking: PathOf<typeof web>;
  }
}

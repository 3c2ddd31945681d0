import { IconLink } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const texts = ["tracking", "tracking_links"];

export const web = defineWebModule({
  name: "tracking",
  pages: {
    "/tracking": { load: () => import("./links-page.tsx"), texts: [...texts, "tracking_restatements"] },
    "/tracking/new": { load: () => import("./make-link-page.tsx"), texts },
    "/tracking/bulk": { load: () => import("./bulk-links-page.tsx"), texts },
    "/tracking/settings": { load: () => import("./link-settings-page.tsx"), texts },
    "/tracking/$id": { load: () => import("./link-page.tsx"), texts },
    "/tracking/$id/edit": { load: () => import("./edit-link-page.tsx"), texts },
  },
  navigation: [{ group: "main", order: 50, to: "/tracking", label: "nav.tracking", icon: IconLink }],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    tracking: PathOf<typeof web>;
  }
}

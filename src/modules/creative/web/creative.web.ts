import { IconPhotoVideo } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "creative",
  pages: { "/media": { load: () => import("./media-page.tsx"), texts: ["creative", "ad_accounts"] } },
  navigation: [{ group: "main", order: 60, to: "/media", label: "nav.media", icon: IconPhotoVideo }],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    creative: PathOf<typeof web>;
  }
}

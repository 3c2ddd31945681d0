import { IconBulb } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "library",
  pages: {
    "/ads-library": {
      load: () => import("./ads-library-page.tsx"),
      texts: ["library", "campaigns", "seasons"],
    },
  },
  navigation: [{ group: "main", order: 70, to: "/ads-library", label: "nav.ads_library", icon: IconBulb }],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    library: PathOf<typeof web>;
  }
}

import { IconPalette } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "designer",
  pages: {
    "/digital-designer": {
      ability: { subject: "digital_designer", action: "use" },
      load: () => import("./digital-designer-page.tsx"),
      texts: ["designer", "speech", "campaigns_law", "ad_accounts"],
    },
  },
  navigation: [
    { group: "helpers", order: 6, to: "/digital-designer", label: "nav.digital_designer", icon: IconPalette },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    designer: PathOf<typeof web>;
  }
}

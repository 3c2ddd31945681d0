import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const texts = ["rules", "campaigns", "ad_accounts"];

export const web = defineWebModule({
  name: "rules",
  pages: {
    "/rules": {
      load: () => import("./rules-frame-page.tsx"),
      texts,
      isFrame: true,
      leadsTo: "/rules/campaigns",
    },
    "/rules/campaigns": { load: () => import("./control-rules-page.tsx"), texts },
    "/rules/campaigns/add": {
      ability: { subject: "rule", action: "manage" },
      load: () => import("./rule-add-page.tsx"),
      texts,
    },
    "/rules/campaigns/$ruleId": { load: () => import("./rule-page.tsx"), texts },
    "/rules/communication": {
      ability: { subject: "rule", action: "manage" },
      load: () => import("./communication/communication-page.tsx"),
      texts: [...texts, "messages"],
    },
  },
  navigation: [
    { group: "main", order: 40, to: "/rules", label: "nav.rules", icon: IconAdjustmentsHorizontal },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    rules: PathOf<typeof web>;
  }
}

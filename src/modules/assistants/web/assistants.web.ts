import { IconSparkles, IconWriting } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const planner = {
  ability: { subject: "digital_writer", action: "use" },
  load: () => import("./ai-campaign-page.tsx"),
  texts: ["assistants", "ad_accounts", "speech"],
} as const;

export const web = defineWebModule({
  name: "assistants",
  pages: {
    "/campaigns/AddAi": planner,
    "/first-campaign/ai-form": planner,
    "/digital-writer": {
      ability: { subject: "digital_writer", action: "use" },
      load: () => import("./digital-writer-page.tsx"),
      texts: ["assistants", "campaigns_law", "speech"],
    },
  },
  navigation: [
    { group: "helpers", order: 4, to: "/campaigns/AddAi", label: "nav.campaign_ai", icon: IconSparkles },
    { group: "helpers", order: 5, to: "/digital-writer", label: "nav.digital_writer", icon: IconWriting },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    assistants: PathOf<typeof web>;
  }
}

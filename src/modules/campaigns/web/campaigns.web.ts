import { IconSpeakerphone } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const formTexts = ["campaigns", "campaigns_form", "campaigns_law"];
/** The schedule's hours and hints are named by seasons. */
const scheduleTexts = [...formTexts, "seasons"];

export const web = defineWebModule({
  name: "campaigns",
  pages: {
    "/campaigns": { load: () => import("./campaigns-page.tsx"), texts: ["campaigns", "campaigns_list"] },
    "/campaigns/add": {
      ability: { subject: "campaign", action: "manage" },
      load: () => import("./campaign-add-page.tsx"),
      texts: scheduleTexts,
    },
    "/campaigns/edit/$id": {
      ability: { subject: "campaign", action: "manage" },
      load: () => import("./campaign-edit-page.tsx"),
      texts: scheduleTexts,
    },
    "/ad-groups/$campaignId/add": {
      ability: { subject: "campaign", action: "manage" },
      load: () => import("./ad-group-add-page.tsx"),
      texts: formTexts,
    },
    "/ad-groups/$campaignId/edit": {
      ability: { subject: "campaign", action: "manage" },
      load: () => import("./ad-group-edit-page.tsx"),
      texts: formTexts,
    },
    "/ads/$adGroupId/add": {
      ability: { subject: "campaign", action: "manage" },
      load: () => import("./ad-add-page.tsx"),
      texts: formTexts,
    },
  },
  navigation: [
    { group: "main", order: 20, to: "/campaigns", label: "nav.campaigns", icon: IconSpeakerphone },
    { group: "tabs", order: 20, to: "/campaigns", label: "nav.campaigns", icon: IconSpeakerphone },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    campaigns: PathOf<typeof web>;
  }
}

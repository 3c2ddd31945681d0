import { IconFlask } from "@tabler/icons-react";
import { defineWebModule } from "#base/web/runtime/web-module.ts";

const texts = ["example"];

export const web = defineWebModule({
  name: "example",
  pages: {
    "/example": { load: () => import("./example-page.tsx"), texts, isFrame: true, leadsTo: "/example/notes" },
    "/example/notes": { load: () => import("./notes-page.tsx"), texts },
    "/account-settings/example": { load: () => import("./example-page.tsx"), texts },
  },
  navigation: [{ group: "main", order: 25, to: "/example", label: "example:title", icon: IconFlask }],
});

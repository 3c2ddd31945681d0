import { IconWriting } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

export const web = defineWebModule({
  name: "assistants",
  pages: {
    "/digital-writer": {
      load: () => import("./digital-writer-page.tsx"),
      texts: ["assistants", "campaigns_law"],
    },
  },
  navigation: [
    { group: "helpers", order: 5, to: "/digital-writer", label: "nav.digital_writer", icon: IconWriting },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    assistants: PathOf<typeof web>;
  }
}

import { IconMessages } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const texts = ["consultations"];

export const web = defineWebModule({
  name: "consultations",
  pages: {
    "/marketing-consultations": { load: () => import("./consultations-page.tsx"), texts },
    "/marketing-consultations/$id": {
      load: () => import("./consultation-page.tsx"),
      texts: [...texts, "wallet", "payments"],
    },
    "/marketing-consultations-paid/$id": {
      load: () => import("./paid-order-page.tsx"),
      texts: [...texts, "wallet", "payments"],
    },
    "/marketing-consultations-orders": { load: () => import("./orders-page.tsx"), texts },
    "/marketing-consultations-orders/$id": { load: () => import("./order-page.tsx"), texts },
  },
  navigation: [
    {
      group: "helpers",
      order: 10,
      to: "/marketing-consultations",
      label: "nav.consultations",
      icon: IconMessages,
    },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    consultations: PathOf<typeof web>;
  }
}

import { IconChartBar } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const own = ["reports_custom", "reports_export", "reports", "campaigns"];
const texts = ["wallet", "wallet_statement", "reports_ledger"];

export const web = defineWebModule({
  name: "reports",
  pages: {
    "/reports": {
      load: () => import("./reports-page.tsx"),
      texts: ["reports_frame", "reports", "reports_export", "seasons", "campaigns"],
    },
    "/financial-transaction/operations-table/entries/$number": {
      load: () => import("./ledger/ledger-entry-page.tsx"),
      texts,
    },
    "/financial-transaction/operations-table/months": {
      load: () => import("./ledger/ledger-months-page.tsx"),
      texts,
    },
    "/reports/own": { load: () => import("./custom/own-reports-page.tsx"), texts: own },
    "/reports/own/new": { load: () => import("./custom/own-report-new-page.tsx"), texts: own },
    "/reports/own/$id": { load: () => import("./custom/own-report-page.tsx"), texts: own },
    "/reports/own/$id/edit": { load: () => import("./custom/own-report-edit-page.tsx"), texts: own },
  },
  navigation: [{ group: "main", order: 30, to: "/reports", label: "nav.reports", icon: IconChartBar }],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    reports: PathOf<typeof web>;
  }
}

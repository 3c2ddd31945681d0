import { IconReceipt, IconWallet } from "@tabler/icons-react";
import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

const texts = ["wallet"];

export const web = defineWebModule({
  name: "wallet",
  pages: {
    "/financial-transaction": {
      load: () => import("./finance-page.tsx"),
      texts,
      isFrame: true,
      leadsTo: "/financial-transaction/operations-table",
    },
    "/financial-transaction/operations-table": {
      load: () => import("./statement/operations-table-page.tsx"),
      texts: ["wallet", "wallet_statement"],
    },
    "/financial-transaction/payment-methods": {
      ability: { subject: "card", action: "manage" },
      load: () => import("./payment-methods-page.tsx"),
      texts: ["wallet", "payments", "payments_cards"],
    },
    "/financial-transaction/wallet": {
      load: () => import("./wallet-page.tsx"),
      texts: [...texts, "wallet_month", "wallet_withdrawals", "wallet_automatic", "payments", "ad_accounts"],
    },
  },
  navigation: [
    { group: "account", order: 10, to: "/financial-transaction", label: "nav.finance", icon: IconReceipt },
    { group: "tabs", order: 30, to: "/financial-transaction/wallet", label: "nav.wallet", icon: IconWallet },
  ],
});

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    wallet: PathOf<typeof web>;
  }
}

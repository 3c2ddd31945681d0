import { type LazyPart, lazyPart } from "./lazy-part.tsx";

/**
 * Places in the shell that a module fills. The shell defines the place, the module provides the component:
 * `walletCard: lazyPart(() => import("#modules/wallet/web/wallet-card.tsx"), "wallet")`.
 */
type Slots = {
  /** Foot of the side navigation, on green: the wallet's balance and the top-up button. */
  walletCard?: LazyPart;
  /** A strip below the top bar with the uploads of this page, while there are any. */
  uploads?: LazyPart;
  /** Above the top bar of every page of the demo store: that it is one, the sign-up, and the way out. */
  demoStrip: LazyPart;
  /** On top of every page, where it is so: that the account is to be erased, and the way back. */
  erasure?: LazyPart<{ dueAt: string }>;
  /** On home, below the figures: the reports that a member pinned. */
  pinnedReports?: LazyPart;
  /** A small figure beside a navigation entry, by its path ("/campaigns"). */
  navCount?: Record<string, LazyPart>;
};

export const slots: Slots = {
  walletCard: lazyPart(() => import("#modules/wallet/web/wallet-card.tsx"), "wallet"),
  uploads: lazyPart(() => import("#modules/creative/web/upload-tray.tsx"), "creative"),
  demoStrip: lazyPart(() => import("#modules/demo/web/demo-strip.tsx"), "demo"),
  erasure: lazyPart(() => import("#modules/privacy/web/erasure-banner.tsx"), "privacy"),
  pinnedReports: lazyPart(
    () => import("#modules/reports/web/custom/pinned-reports.tsx"),
    "reports_custom",
    "reports",
    "campaigns",
  ),
};

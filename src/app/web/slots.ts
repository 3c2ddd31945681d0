import { type LazyPart, lazyPart } from "./lazy-part.tsx";

/**
 * Places in the shell that a module fills. The shell knows the place, the module brings the component:
 * `walletCard: lazyPart(() => import("#modules/wallet/web/wallet-card.tsx"), "wallet")`.
 */
type Slots = {
  /** Foot of the side navigation, on palm: the wallet's balance and topping it up. */
  walletCard?: LazyPart;
  /** A small figure beside a navigation entry, by its path ("/campaigns"). */
  navCount?: Record<string, LazyPart>;
};

export const slots: Slots = {
  walletCard: lazyPart(() => import("#modules/wallet/web/wallet-card.tsx"), "wallet"),
};

import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

/** `withdraw`: what takes money out, and where it goes. */
export const walletAbilities = defineAbilities("Clients", { wallet: ["read", "deposit", "withdraw"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof walletAbilities> {}
}

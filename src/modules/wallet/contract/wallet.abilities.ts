import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const walletAbilities = defineAbilities("Clients", { wallet: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof walletAbilities> {}
}

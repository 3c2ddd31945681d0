import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const paymentsAbilities = defineAbilities("Clients", { card: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof paymentsAbilities> {}
}

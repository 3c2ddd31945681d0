import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

/** `member`: the team. `merchant`: the addresses and numbers by which the product reaches the merchant. */
export const merchantsAbilities = defineAbilities("Clients", {
  member: ["read", "manage"],
  merchant: ["read", "manage"],
});

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof merchantsAbilities> {}
}

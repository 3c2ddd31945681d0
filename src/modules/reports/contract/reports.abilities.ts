import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const reportsAbilities = defineAbilities("Clients", {
  report: ["read"],
  ledger: ["read"],
  custom_report: ["read", "manage"],
});

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof reportsAbilities> {}
}

import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

export const notificationsAbilities = defineAbilities("Clients", { notification: ["read", "manage"] });

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry extends AbilitiesOf<typeof notificationsAbilities> {}
}

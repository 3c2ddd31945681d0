import { type AbilitiesOf, defineAbilities } from "#base/shared/abilities.ts";

/** `staff_act`: what our team looked at and did with the merchant's money. */
export const financeAbilities = defineAbilities("Clients", { staff_act: ["read"] });

export const financeStaffAbilities = defineAbilities("Staff", {
  /** Transfers to merchants' bank accounts. */
  withdrawal: ["read", "manage"],
  /** Merchants' money: looked up, credited and refunded. */
  refund: ["read", "manage"],
  /** Consultation vouchers of merchants. */
  voucher: ["manage"],
  /** Whether money may be written at all. */
  write_lock: ["read", "manage"],
  /** What the nightly agreement of money found. */
  agreement: ["read"],
});

declare module "#base/shared/abilities.ts" {
  interface AbilityRegistry
    extends AbilitiesOf<typeof financeAbilities>,
      AbilitiesOf<typeof financeStaffAbilities> {}
}

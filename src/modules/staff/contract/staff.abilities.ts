import type { HeldAbility } from "#base/shared/abilities.ts";

/** What somebody of the staff is responsible for. */
export const staffRoles = ["admin", "consultant", "finance", "content"] as const;
export type StaffRole = (typeof staffRoles)[number];

const manage = (...subjects: string[]): readonly HeldAbility[] =>
  subjects.map((subject) => ({ subject, action: "manage" }));

/** Each role's abilities. They are pairs of the staff alone: a merchant's ability opens nothing here. */
export const staffAbilities: Record<StaffRole, readonly HeldAbility[]> = {
  admin: manage("all"),
  consultant: manage("consultation", "consultation_order"),
  finance: manage(
    "catalogue",
    "company_details",
    "refund",
    "voucher",
    "withdrawal",
    "write_lock",
    "agreement",
  ),
  content: manage("ads_library", "company_texts"),
};

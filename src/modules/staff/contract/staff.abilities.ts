import type { Ability } from "#base/shared/contract.ts";

/** What somebody of the staff is responsible for. */
export const staffRoles = ["admin", "consultant", "finance", "content"] as const;
export type StaffRole = (typeof staffRoles)[number];

const manage = (...subjects: string[]): readonly Ability[] =>
  subjects.map((subject) => ({ subject, action: "manage" }));

/** Each role's abilities. They are pairs of the staff alone: a merchant's ability opens nothing here. */
export const staffAbilities: Record<StaffRole, readonly Ability[]> = {
  admin: manage("all"),
  consultant: manage("consultation", "consultation_order"),
  finance: manage("plan", "refund", "withdrawal"),
  content: manage("ads_library"),
};

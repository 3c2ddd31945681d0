import { staffAbilities } from "../contract/staff.abilities.ts";
import type { StaffMember } from "../contract/staff.calls.ts";
import type { StaffSessionRow } from "./sessions.store.ts";
import type { StaffSessionLimits } from "./staff.settings.ts";

/** Who is signed in. What is left of the session is a duration: the browser's clock may be wrong. */
export function presentMember(
  row: StaffSessionRow,
  { idleMinutes }: StaffSessionLimits,
  now: Date,
): StaffMember {
  const idleEnd = row.last_seen_at.getTime() + idleMinutes * 60_000;
  const endsAt = Math.min(idleEnd, row.expires_at.getTime());
  return {
    id: row.member_id,
    name: row.name,
    email: row.email,
    role: row.role,
    abilities: [...staffAbilities[row.role]],
    recovery_codes_left: row.recovery_codes_left,
    session: {
      started_at: row.created_at.toISOString(),
      ends_in_seconds: Math.max(0, Math.ceil((endsAt - now.getTime()) / 1_000)),
    },
  };
}

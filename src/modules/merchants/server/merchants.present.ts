import { maskAddress } from "#base/server/client-address.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import type { ListedMember as ListedMemberOnWire } from "../contract/members.calls.ts";
import type { ListedSession, User } from "../contract/merchants.calls.ts";
import type { Role } from "../contract/roles.ts";
import { parseDevice } from "../domain/device.ts";
import type { ListedMember, ReceivedInvitation, WorkPlace } from "./memberships.store.ts";
import type { MerchantRow } from "./merchants.store.ts";
import type { SessionRow } from "./sessions.store.ts";

/** A person and the merchant that their session acts for, which is mostly their own. */
export type UserParts = {
  person: MerchantRow;
  picture: Uint8Array | null;
  current: { merchant: MerchantRow; role: Role; abilities: readonly HeldAbility[] };
  workPlaces: readonly WorkPlace[];
  invitations: readonly ReceivedInvitation[];
};

export function presentUser({ person, picture, current, workPlaces, invitations }: UserParts): User {
  const { merchant, role, abilities } = current;
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    mobile_number: person.mobile,
    website_type: merchant.website_type,
    is_store_active: merchant.is_store_active,
    erasure_due_at: merchant.erasure_due_at?.toISOString() ?? null,
    abilities: [...abilities],
    language: person.language,
    digits: person.digits,
    theme: person.theme,
    calendar: person.calendar,
    city: person.city,
    attribution_window_days: person.attribution_window_days,
    attribution_model: person.attribution_model,
    counted_orders: person.counted_orders,
    undo_seconds: person.undo_seconds,
    picture: picture && `data:image/webp;base64,${Buffer.from(picture).toString("base64")}`,
    has_password: person.password_hash !== null,
    created_at: person.created_at.toISOString(),
    merchant: { id: merchant.id, name: merchant.name, role },
    merchants: [{ id: person.id, name: person.name, role: "owner" }, ...workPlaces],
    invitations: invitations.map(({ id, merchant_name, role, expires_at }) => ({
      id,
      merchant_name,
      role,
      expires_at: expires_at.toISOString(),
    })),
  };
}

export function presentMember(
  row: ListedMember,
  { now, personId }: { now: Date; personId: string },
): ListedMemberOnWire {
  const { id, name, role, state, person_id } = row;
  return {
    id,
    name,
    mobile_number: row.mobile,
    role,
    state: state === "active" ? "active" : row.expires_at > now ? "invited" : "expired",
    invited_at: row.invited_at.toISOString(),
    expires_at: state === "invited" ? row.expires_at.toISOString() : null,
    joined_at: row.joined_at?.toISOString() ?? null,
    last_active_at: row.last_active_at?.toISOString() ?? null,
    is_you: person_id === personId,
  };
}

export function presentOwner(
  { id, name, mobile, created_at }: MerchantRow,
  { lastActiveAt, personId }: { lastActiveAt: Date | null; personId: string },
): ListedMemberOnWire {
  return {
    id: "owner",
    name,
    mobile_number: mobile,
    role: "owner",
    state: "active",
    invited_at: null,
    expires_at: null,
    joined_at: created_at.toISOString(),
    last_active_at: lastActiveAt?.toISOString() ?? null,
    is_you: id === personId,
  };
}

export function presentSession(row: SessionRow, currentId: string): ListedSession {
  return {
    id: row.id,
    device: parseDevice(row.device),
    address: maskAddress(row.address),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    is_current: row.id === currentId,
  };
}

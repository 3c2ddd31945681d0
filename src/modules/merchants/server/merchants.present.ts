import { maskAddress } from "#base/server/client-address.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import type { ListedSession, User } from "../contract/merchants.calls.ts";
import { parseDevice } from "../domain/device.ts";
import type { MerchantRow } from "./merchants.store.ts";
import type { SessionRow } from "./sessions.store.ts";
import type { SignedIn } from "./sign-in.ts";

export function presentUser(merchant: MerchantRow, ownerAbilities: readonly HeldAbility[]): User {
  return {
    id: merchant.id,
    name: merchant.name,
    email: merchant.email,
    mobile_number: merchant.mobile,
    website_type: merchant.website_type,
    is_store_active: merchant.is_store_active,
    abilities: [...ownerAbilities],
    language: merchant.language,
    digits: merchant.digits,
    theme: merchant.theme,
    has_password: merchant.password_hash !== null,
    created_at: merchant.created_at.toISOString(),
  };
}

export function presentSignedIn(
  { token, merchant }: SignedIn,
  ownerAbilities: readonly HeldAbility[],
): { token: string; user: User } {
  return { token, user: presentUser(merchant, ownerAbilities) };
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

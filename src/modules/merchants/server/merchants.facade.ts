import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Session } from "#base/server/http/session.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { ownerAbilities } from "../contract/abilities.ts";
import type { WebsiteType } from "../contract/words.ts";
import { findMerchant } from "./merchants.store.ts";
import { findActiveSessions, findSession, type SessionLimits } from "./sessions.store.ts";

/** A merchant as other rooms know it. */
export type Merchant = {
  id: string;
  name: string;
  /** `+9665XXXXXXXX`. */
  mobile: string;
  email: string | null;
  language: Language;
  website_type: WebsiteType | null;
};

export type Merchants = ReturnType<typeof makeMerchantsFacade>;

export function makeMerchantsFacade({
  systemClock,
  sessionLimits,
}: {
  systemClock: Clock;
  sessionLimits: SessionLimits;
}) {
  return {
    /** Refuses `base.not_found` for a merchant that is not there. */
    async loadMerchant(db: Db, merchantId: string): Promise<Merchant> {
      const row = await findMerchant(db, merchantId);
      if (!row) return baseRefusals.refuse("base.not_found");
      const { id, name, mobile, email, language, website_type } = row;
      return { id, name, mobile, email, language, website_type };
    },

    /** A first store was connected (or, with null, the last one is gone): ends or restarts the first-campaign lead-in. */
    async recordWebsiteType(tx: Tx, merchantId: string, type: WebsiteType | null): Promise<void> {
      const changed = await tx.run(sql`
        update merchants.merchants set website_type = ${type}, updated_at = ${systemClock.now()}
        where id = ${merchantId} and website_type is distinct from ${type}`);
      if (changed > 0) await tx.publish({ name: "merchant.profile_changed", merchant_id: merchantId });
    },

    /** Whether the merchant's store is open for business; false shows the standing alert. */
    async recordStoreActive(tx: Tx, merchantId: string, isActive: boolean): Promise<void> {
      const changed = await tx.run(sql`
        update merchants.merchants set is_store_active = ${isActive}, updated_at = ${systemClock.now()}
        where id = ${merchantId} and is_store_active <> ${isActive}`);
      if (changed > 0) await tx.publish({ name: "merchant.profile_changed", merchant_id: merchantId });
    },

    /** The session a bearer token stands for at this moment, or null. Reads the database each time: an ended session is dead at once. */
    async authenticate(db: Db, token: string): Promise<Session | null> {
      const found = await findSession(db, token, sessionLimits, systemClock.now());
      return found && { ...found, abilities: ownerAbilities };
    },

    /** Which of these sessions live at this moment: one question for all open streams that have something to be told. */
    findActiveSessions: (db: Db, sessionIds: readonly string[]): Promise<Set<string>> =>
      findActiveSessions(db, sessionIds, sessionLimits, systemClock.now()),
  };
}

import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Session } from "#base/server/http/session.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { ownerAbilities } from "../contract/abilities.ts";
import type { WebsiteType } from "../contract/words.ts";
import { findMerchant } from "./merchants.store.ts";
import { findActiveSessions, findSession, type SessionLimits } from "./sessions.store.ts";

/** A merchant as other modules see it. */
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
    /** Refuses `base.not_found` for an unknown merchant. */
    async loadMerchant(db: Db, merchantId: string): Promise<Merchant> {
      const row = await findMerchant(db, merchantId);
      if (!row) return baseRefusals.refuse("base.not_found");
      const { id, name, mobile, email, language, website_type } = row;
      return { id, name, mobile, email, language, website_type };
    },

    /**
     * Records that a first store was connected (or, with null, that the last one was removed): ends or restarts the
     * first-campaign lead-in.
     */
    async recordWebsiteType(tx: Tx, merchantId: string, type: WebsiteType | null): Promise<void> {
      const changed = await tx.run(sql`
        update merchants.merchants set website_type = ${type}, updated_at = ${systemClock.now()}
        where id = ${merchantId} and website_type is distinct from ${type}`);
      if (changed > 0) await tx.publish({ name: "merchant.profile_changed", merchant_id: merchantId });
    },

    /** Records whether the merchant's store is open for business; false shows the permanent alert. */
    async recordStoreActive(tx: Tx, merchantId: string, isActive: boolean): Promise<void> {
      const changed = await tx.run(sql`
        update merchants.merchants set is_store_active = ${isActive}, updated_at = ${systemClock.now()}
        where id = ${merchantId} and is_store_active <> ${isActive}`);
      if (changed > 0) await tx.publish({ name: "merchant.profile_changed", merchant_id: merchantId });
    },

    /**
     * The session of a bearer token at this moment, or null. Reads the database each time: an ended session stops
     * working at once.
     */
    async authenticate(db: Db, token: string): Promise<Session | null> {
      const found = await findSession(db, token, sessionLimits, systemClock.now());
      return found && { ...found, abilities: ownerAbilities };
    },

    /** Which of these sessions are active at this moment: one query for all open streams with something to send. */
    findActiveSessions: (db: Db, sessionIds: readonly string[]): Promise<Set<string>> =>
      findActiveSessions(db, sessionIds, sessionLimits, systemClock.now()),
  };
}

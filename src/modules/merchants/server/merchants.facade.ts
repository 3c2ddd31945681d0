import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Session } from "#base/server/http/audience.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import type { WebsiteType } from "../contract/enums.ts";
import { saveStoreActive, saveWebsiteType } from "./merchants.store.ts";
import { findActiveSessions, findSession, type SessionLimits } from "./sessions.store.ts";
import { recordProfileChange } from "./update-profile.ts";

export type MerchantsFacade = ReturnType<typeof makeMerchantsFacade>;

type Deps = {
  systemClock: Clock;
  sessionLimits: SessionLimits;
  /** What an owner may do: everything that any module declares for merchants. */
  ownerAbilities: readonly HeldAbility[];
};

export function makeMerchantsFacade({ systemClock, sessionLimits, ownerAbilities }: Deps) {
  return {
    /**
     * Records that a first store was connected (or, with null, that the last one was removed): ends or restarts the
     * first-campaign lead-in.
     */
    async recordWebsiteType(ctx: Context, type: WebsiteType | null): Promise<void> {
      const before = await saveWebsiteType(ctx, type, systemClock.now());
      if (before) await recordProfileChange(ctx, before, { website_type: type }, ["website_type"]);
    },

    /** Records whether the merchant's store is open for business; false shows the permanent alert. */
    async recordStoreActive(ctx: Context, isActive: boolean): Promise<void> {
      const before = await saveStoreActive(ctx, isActive, systemClock.now());
      if (before) await recordProfileChange(ctx, before, { is_store_active: isActive }, ["is_store_active"]);
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

import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Authenticate } from "#base/server/http/session.ts";
import { shareLookups } from "#base/server/share-lookups.ts";
import { allows, type HeldAbility } from "#base/shared/abilities.ts";
import type { Language, WebsiteType } from "../contract/enums.ts";
import { roleAbilities } from "../contract/roles.ts";
import { parseDevice } from "../domain/device.ts";
import { type ConfirmDeps, confirm, requestConfirmation } from "./confirm.ts";
import { findRole, type RoleDeps, toRoleAbilities } from "./load-user.ts";
import { getPersonId, toPersonContext } from "./member-context.ts";
import { listActiveMembers, loadPeopleNames } from "./memberships.store.ts";
import {
  findMerchant,
  loadMobileChangedAt,
  saveErasureDue,
  saveStoreActive,
  saveWebsiteType,
} from "./merchants.store.ts";
import { findSummary, loadNames, searchMerchants } from "./search-merchants.ts";
import {
  findActiveSessions,
  findSessions,
  listActiveSessions,
  type SessionLimits,
} from "./sessions.store.ts";
import { recordProfileChange } from "./update-profile.ts";

export type { ConfirmCaller } from "./confirm.ts";
export type MerchantsFacade = ReturnType<typeof makeMerchantsFacade>;

type Deps = ConfirmDeps & RoleDeps & { systemClock: Clock; sessionLimits: SessionLimits };

export type TeamMember = { personId: string; abilities: readonly HeldAbility[] };

type LoggedActor = { actor_kind: string; actor_id: string | null };

export function makeMerchantsFacade(deps: Deps) {
  const { systemClock, sessionLimits } = deps;
  const request = requestConfirmation(deps);
  const compare = confirm(deps);
  return {
    /** Sends a code to the phone of the person who acts; returns the seconds until another may be requested. */
    requestConfirmation: (ctx: ReadContext, input: Parameters<typeof request>[1]) =>
      request(toPersonContext(ctx), input),
    /** Uses the code up in the caller's transaction; a wrong one is returned, to be refused after the commit. */
    confirm: (ctx: Context, input: Parameters<typeof compare>[1]) => compare(toPersonContext(ctx), input),
    /** When the number became another, by the system clock; null while it is the one of the sign-up. */
    loadMobileChangedAt,

    /** Any merchants by mobile number, name or id: for the staff alone, as the two below. */
    searchMerchants,
    findSummary,
    loadNames,

    /**
     * Records that a first store was connected (or, with null, that the last one was removed): ends or restarts the
     * first-campaign lead-in.
     */
    async recordWebsiteType(ctx: Context, type: WebsiteType | null): Promise<void> {
      const before = await saveWebsiteType(ctx, type, systemClock.now());
      if (before) await recordProfileChange(ctx, before, { website_type: type }, ["website_type"]);
    },

    /** The browser and system that a session was opened with, as its owner knows them; empty where they are not known. */
    async findSessionDevice(ctx: ReadContext, sessionId: string): Promise<string> {
      const sessions = await listActiveSessions(toPersonContext(ctx), sessionLimits, systemClock.now());
      const { browser, system } = parseDevice(sessions.find(({ id }) => id === sessionId)?.device ?? "");
      return [browser, system].filter(Boolean).join(" · ");
    },

    /** Whom a vendor may name as the payer: the merchant's name and mobile number (`+9665…`). */
    async findContact(ctx: ReadContext): Promise<{ name: string; mobile: string }> {
      const { name = "", mobile = "" } = (await findMerchant(ctx)) ?? {};
      return { name, mobile };
    },

    /** Records whether the merchant's store is open for business; false shows the permanent alert. */
    async recordStoreActive(ctx: Context, isActive: boolean): Promise<void> {
      const before = await saveStoreActive(ctx, isActive, systemClock.now());
      if (before) await recordProfileChange(ctx, before, { is_store_active: isActive }, ["is_store_active"]);
    },

    /** Records when the account is to be erased, by business time; null when it no longer is. */
    async recordErasureDue(ctx: Context, dueAt: Date | null): Promise<void> {
      const before = await saveErasureDue(ctx, dueAt, systemClock.now());
      if (before) await recordProfileChange(ctx, before, { erasure_due_at: dueAt }, ["erasure_due_at"]);
    },

    /** The merchant's mobile number in its one spelling: `+9665` and eight digits. */
    async loadMobile(ctx: ReadContext): Promise<string> {
      return (await requireMerchant(ctx)).mobile;
    },

    /** The e-mail of the profile, in lower case; null while there is none. Whether it is theirs, the messages module knows. */
    async loadEmail(ctx: ReadContext): Promise<string | null> {
      return (await requireMerchant(ctx)).email;
    },

    /** Who works for the merchant at this moment, the owner first, each with what they may do. */
    async listTeam(ctx: ReadContext): Promise<TeamMember[]> {
      const owner = { personId: ctx.actor.merchantId, abilities: deps.ownerAbilities };
      const members = await listActiveMembers(ctx);
      return [
        owner,
        ...members.map(({ person_id, role }) => ({ personId: person_id, abilities: roleAbilities[role] })),
      ];
    },

    /**
     * The same context bounded by the person who acts instead of the merchant they act for: what is theirs wherever they
     * work.
     */
    toPersonContext,

    /** Whether the member may do this at this moment; false for one who was removed. */
    async holdsAbility(ctx: ReadContext, required: HeldAbility): Promise<boolean> {
      const role = await findRole(ctx);
      return role !== null && toRoleAbilities(deps, role).some((held) => allows(held, required));
    },

    /** The names of people who are or were of the merchant's team, by id: logs name who acted. */
    loadPeopleNames,

    /**
     * The names of the members who made these entries of a log, by id. Whoever reads it is not among them: a log calls
     * them "you".
     */
    async nameActors(
      ctx: ReadContext,
      entries: readonly LoggedActor[],
    ): Promise<ReadonlyMap<string, string>> {
      const reader = getPersonId(ctx);
      const others = entries.flatMap(({ actor_kind, actor_id }) =>
        actor_kind === "member" && actor_id !== null && actor_id !== reader ? [actor_id] : [],
      );
      return loadPeopleNames(ctx, others);
    },

    /** The language the merchant chose, for what happens while they are away. */
    async loadLanguage(ctx: ReadContext): Promise<Language> {
      return (await requireMerchant(ctx)).language;
    },

    /**
     * Finds the session of a bearer token at this moment, or null. Reads the database each time, so an ended session
     * stops working at once; tokens of one moment are read together.
     */
    makeAuthenticate(db: Db): Authenticate {
      const find = shareLookups((tokens: readonly string[]) =>
        findSessions(db, tokens, sessionLimits, systemClock.now()),
      );
      return async (token) => {
        const found = await find(token);
        return found ? { ...found, abilities: toRoleAbilities(deps, found.role) } : null;
      };
    },

    /**
     * Those of these sessions that are active at this moment, with the merchant each acts for: one query for all open
     * streams with something to send.
     */
    findActiveSessions: (db: Db, sessionIds: readonly string[]): Promise<Map<string, string>> =>
      findActiveSessions(db, sessionIds, sessionLimits, systemClock.now()),
  };
}

async function requireMerchant(ctx: ReadContext) {
  const merchant = await findMerchant(ctx);
  if (!merchant) throw new Error("the acting merchant does not exist");
  return merchant;
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "../contract/platforms.ts";
import type { Platforms } from "./ad-accounts.deps.ts";
import { loseConnection } from "./ad-accounts.store.ts";
import type { PlatformTokens } from "./ad-platform.port.ts";

/** A living access token; `version` says which one, for asking for a newer. */
type Permission = { accessToken: string; version: number };
export type Permissions = ReturnType<typeof makePermissions>;

type Row = {
  platform: Platform;
  status: string;
  access_token_sealed: string | null;
  refresh_token_sealed: string | null;
  access_expires_at: Date | null;
  version: number;
};

/** Renewed so long before it ends that a call begun with it can finish. */
const aheadMs = 120_000;
/** A claim to renew nobody finished in this time is taken over; longer than the call can take. */
const claimMs = 60_000;
const waitMs = 200;
const waits = 350;

const contextOf = (connectionId: string) => `ad_accounts.connections:${connectionId}`;

/** Seals a pair of tokens for one connection; what is sealed for one does not open in another. */
export function sealTokens(vault: Vault, connectionId: string, tokens: PlatformTokens) {
  const seal = (secret: string | null) => secret && vault.seal(secret, contextOf(connectionId));
  return {
    access: vault.seal(tokens.accessToken, contextOf(connectionId)),
    refresh: seal(tokens.refreshToken),
  };
}

type Deps = { db: Db; log: Log; vault: Vault; systemClock: Clock; platforms: Platforms };

/**
 * Keeps permissions alive. Renewal is claimed in the row before the platform is asked and never asked inside a
 * transaction, so that one renewal serves all who wait, in this process and in others.
 */
export function makePermissions({ db, log, vault, systemClock, platforms }: Deps) {
  const underWay = new Map<string, Promise<Permission>>();

  async function read(connectionId: string): Promise<Row> {
    const row = await db.maybeOne<Row>(sql`
      select platform, status, access_token_sealed, refresh_token_sealed, access_expires_at, version
      from ad_accounts.connections where id = ${connectionId}`);
    if (!row?.access_token_sealed) throw permissionGone("the connection is over");
    return row;
  }
  const permissionIn = (connectionId: string, row: Row): Permission => ({
    accessToken: vault.open(row.access_token_sealed ?? "", contextOf(connectionId)),
    version: row.version,
  });

  async function claim(connectionId: string, version: number): Promise<string | null> {
    const mine = newId("rnw");
    const now = systemClock.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await db.run(sql`
      update ad_accounts.connections set renewing = ${mine}, renewing_until = ${until}
      where id = ${connectionId} and version = ${version} and status in ('open', 'in_use')
        and (renewing_until is null or renewing_until <= ${now})`);
    return claimed ? mine : null;
  }

  async function renewClaimed(connectionId: string, row: Row, mine: string): Promise<void> {
    try {
      const platform = platforms[row.platform];
      // Our own credentials are missing: nobody has withdrawn anything.
      if (!platform) throw new AdapterFault("later", { reason: `no adapter for ${row.platform}` });
      if (!row.refresh_token_sealed) throw permissionGone("nothing to renew the permission with");
      const tokens = await platform.refresh(vault.open(row.refresh_token_sealed, contextOf(connectionId)));
      const { access, refresh } = sealTokens(vault, connectionId, tokens);
      // A platform that sends no new refresh token means the old one to stay.
      await db.run(sql`
        update ad_accounts.connections set access_token_sealed = ${access},
          refresh_token_sealed = coalesce(${refresh}, refresh_token_sealed), access_expires_at = ${tokens.expiresAt},
          version = version + 1, renewing = null, renewing_until = null
        where id = ${connectionId} and renewing = ${mine}`);
    } catch (error) {
      await giveUp(connectionId, mine, error);
    }
  }

  async function giveUp(connectionId: string, mine: string, error: unknown): Promise<never> {
    if (isFault(error, "reconnect") || isFault(error, "rejected")) {
      log.warn({ connection_id: connectionId, reason: error.reason }, "a permission could not be renewed");
      await db.transaction((tx) => loseConnection(tx, connectionId, systemClock.now()));
      throw permissionGone(error.reason);
    }
    await db.run(sql`
      update ad_accounts.connections set renewing = null, renewing_until = null
      where id = ${connectionId} and renewing = ${mine}`);
    if (!isFault(error, "outcome_unknown")) throw error;
    throw new AdapterFault("later", { reason: `a renewal got no answer: ${error.reason}`, cause: error });
  }

  async function renew(connectionId: string, seen: number): Promise<Permission> {
    for (let wait = 0; wait < waits; wait += 1) {
      const row = await read(connectionId);
      if (row.version > seen) return permissionIn(connectionId, row);
      const mine = await claim(connectionId, seen);
      if (mine) await renewClaimed(connectionId, row, mine);
      else await sleep(waitMs);
    }
    throw new AdapterFault("later", { reason: "another renewal is under way", retryAfterSeconds: 30 });
  }

  /** A permission newer than the one seen. Throws `reconnect` when the platform will give none. */
  function newerThan(connectionId: string, seen: number): Promise<Permission> {
    const key = `${connectionId} ${seen}`;
    const waiting = underWay.get(key);
    if (waiting) return waiting;
    const renewing = renew(connectionId, seen).finally(() => underWay.delete(key));
    underWay.set(key, renewing);
    return renewing;
  }

  /** A permission that holds for the next two minutes; renewed ahead of its end. */
  async function living(connectionId: string): Promise<Permission> {
    const row = await read(connectionId);
    const leftMs = row.access_expires_at
      ? row.access_expires_at.getTime() - systemClock.now().getTime()
      : Number.POSITIVE_INFINITY;
    if (leftMs > aheadMs) return permissionIn(connectionId, row);
    try {
      return await newerThan(connectionId, row.version);
    } catch (error) {
      // The platform is busy, and what we hold has not ended yet.
      if (leftMs > 0 && isFault(error, "later")) return permissionIn(connectionId, row);
      throw error;
    }
  }

  return {
    /**
     * Does something with a living access token. One the platform refuses before its time is renewed once and the act
     * repeated once; refused again, the connection is lost, and `reconnect` is thrown.
     */
    async using<Outcome>(
      connectionId: string,
      act: (accessToken: string) => Promise<Outcome>,
    ): Promise<Outcome> {
      const permission = await living(connectionId);
      try {
        return await act(permission.accessToken);
      } catch (error) {
        if (!isFault(error, "reconnect")) throw error;
      }
      const renewed = await newerThan(connectionId, permission.version);
      try {
        return await act(renewed.accessToken);
      } catch (error) {
        if (isFault(error, "reconnect"))
          await db.transaction((tx) => loseConnection(tx, connectionId, systemClock.now()));
        throw error;
      }
    },
  };
}

export function permissionGone(reason: string): AdapterFault {
  return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_permission_gone" });
}

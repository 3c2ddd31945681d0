import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "../contract/platforms.ts";
import { type ConnectionRow, markConnectionLost } from "./ad-accounts.store.ts";
import type { AdPlatform, PlatformTokens } from "./ad-platform.port.ts";

/** A valid access token; `version` identifies it, to request a newer one. */
type AccessToken = { accessToken: string; version: number };
export type TokenManager = ReturnType<typeof makeTokenManager>;

/** A connection, and the merchant it belongs to. */
export type OwnedConnection = Pick<ConnectionRow, "id" | "merchant_id">;

type Row = {
  platform: Platform;
  status: string;
  access_token_sealed: string | null;
  refresh_token_sealed: string | null;
  access_expires_at: Date | null;
  version: number;
};

/** Renewed this long before it expires, so that a call started with it can finish. */
const renewAheadMs = 120_000;
/** A renewal claim not finished in this time is taken over; longer than the call can take. */
const claimMs = 60_000;
const waitMs = 200;
const maxWaits = 350;

const sealContext = (connectionId: string) => `ad_accounts.connections:${connectionId}`;

/** Seals a pair of tokens for one connection; it does not open in another. */
export function sealTokens(vault: Vault, connectionId: string, tokens: PlatformTokens) {
  const seal = (secret: string | null) => secret && vault.seal(secret, sealContext(connectionId));
  return {
    access: vault.seal(tokens.accessToken, sealContext(connectionId)),
    refresh: seal(tokens.refreshToken),
  };
}

type Deps = {
  db: Db;
  log: Log;
  vault: Vault;
  systemClock: Clock;
  /** For the contexts in which the product itself marks a connection lost. */
  worldClock: Clock;
  platforms: Partial<Record<Platform, AdPlatform>>;
};

/**
 * Keeps access tokens valid. Renewal is claimed in the row before the platform is called, and the call is never made
 * inside a transaction, so one renewal serves all waiting callers, in this process and in others.
 */
export function makeTokenManager({ db, log, vault, systemClock, worldClock, platforms }: Deps) {
  const inFlight = new Map<string, Promise<AccessToken>>();

  async function loadRow({ id, merchant_id }: OwnedConnection): Promise<Row> {
    const row = await db.maybeOne<Row>(sql`
      select platform, status, access_token_sealed, refresh_token_sealed, access_expires_at, version
      from ad_accounts.connections where id = ${id} and merchant_id = ${merchant_id}`);
    if (!row?.access_token_sealed) throw accessRevoked("the connection is over");
    return row;
  }
  const toAccessToken = (connectionId: string, row: Row): AccessToken => ({
    accessToken: vault.open(row.access_token_sealed ?? "", sealContext(connectionId)),
    version: row.version,
  });

  /** The platform gives us no access any more. Whoever was calling, the product found it out by itself. */
  function loseConnection({ id, merchant_id }: OwnedConnection): Promise<void> {
    return transact(systemContext(db, merchant_id, worldClock.now()), (ctx) =>
      markConnectionLost(ctx, { connectionId: id, lostAt: systemClock.now() }),
    );
  }

  async function claim(connectionId: string, version: number): Promise<string | null> {
    const claimId = newId("rnw");
    const now = systemClock.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await db.run(sql`
      update ad_accounts.connections set renewing = ${claimId}, renewing_until = ${until}
      where id = ${connectionId} and version = ${version} and status in ('open', 'in_use')
        and (renewing_until is null or renewing_until <= ${now})`);
    return claimed ? claimId : null;
  }

  async function renewClaimed(connection: OwnedConnection, row: Row, claimId: string): Promise<void> {
    const { id } = connection;
    try {
      const platform = platforms[row.platform];
      // Our own credentials are missing: nobody has revoked anything.
      if (!platform) throw new AdapterFault("later", { reason: `no adapter for ${row.platform}` });
      if (!row.refresh_token_sealed) throw accessRevoked("no refresh token");
      const tokens = await platform.refresh(vault.open(row.refresh_token_sealed, sealContext(id)));
      const { access, refresh } = sealTokens(vault, id, tokens);
      // A platform that sends no new refresh token keeps the old one valid.
      await db.run(sql`
        update ad_accounts.connections set access_token_sealed = ${access},
          refresh_token_sealed = coalesce(${refresh}, refresh_token_sealed), access_expires_at = ${tokens.expiresAt},
          version = version + 1, renewing = null, renewing_until = null
        where id = ${id} and renewing = ${claimId}`);
    } catch (error) {
      await handleRenewalFailure(connection, claimId, error);
    }
  }

  async function handleRenewalFailure(
    connection: OwnedConnection,
    claimId: string,
    error: unknown,
  ): Promise<never> {
    const { id } = connection;
    if (isFault(error, "reconnect") || isFault(error, "rejected")) {
      log.warn({ connection_id: id, reason: error.reason }, "an access token could not be renewed");
      await loseConnection(connection);
      throw accessRevoked(error.reason);
    }
    await db.run(sql`
      update ad_accounts.connections set renewing = null, renewing_until = null
      where id = ${id} and renewing = ${claimId}`);
    if (!isFault(error, "outcome_unknown")) throw error;
    throw new AdapterFault("later", { reason: `a renewal got no answer: ${error.reason}`, cause: error });
  }

  async function renew(connection: OwnedConnection, seen: number): Promise<AccessToken> {
    for (let attempt = 0; attempt < maxWaits; attempt += 1) {
      const row = await loadRow(connection);
      if (row.version > seen) return toAccessToken(connection.id, row);
      const claimId = await claim(connection.id, seen);
      if (claimId) await renewClaimed(connection, row, claimId);
      else await sleep(waitMs);
    }
    throw new AdapterFault("later", { reason: "another renewal is in progress", retryAfterSeconds: 30 });
  }

  /** A token newer than the one seen. Throws `reconnect` when the platform issues none. */
  function renewNewerThan(connection: OwnedConnection, seen: number): Promise<AccessToken> {
    const key = `${connection.id} ${seen}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const renewing = renew(connection, seen).finally(() => inFlight.delete(key));
    inFlight.set(key, renewing);
    return renewing;
  }

  /** A token valid for the next two minutes; renewed ahead of its expiry. */
  async function loadValidToken(connection: OwnedConnection): Promise<AccessToken> {
    const row = await loadRow(connection);
    const leftMs = row.access_expires_at
      ? row.access_expires_at.getTime() - systemClock.now().getTime()
      : Number.POSITIVE_INFINITY;
    if (leftMs > renewAheadMs) return toAccessToken(connection.id, row);
    try {
      return await renewNewerThan(connection, row.version);
    } catch (error) {
      // The platform is busy, and our token has not expired yet.
      if (leftMs > 0 && isFault(error, "later")) return toAccessToken(connection.id, row);
      throw error;
    }
  }

  return {
    /**
     * Runs a call with a valid access token. When the platform refuses a token before its expiry, the token is
     * renewed once and the call repeated once; refused again, the connection is lost, and `reconnect` is thrown.
     * Never call it inside a transaction.
     */
    async withToken<Outcome>(
      connection: OwnedConnection,
      call: (accessToken: string) => Promise<Outcome>,
    ): Promise<Outcome> {
      const token = await loadValidToken(connection);
      try {
        return await call(token.accessToken);
      } catch (error) {
        if (!isFault(error, "reconnect")) throw error;
      }
      const renewed = await renewNewerThan(connection, token.version);
      try {
        return await call(renewed.accessToken);
      } catch (error) {
        if (isFault(error, "reconnect")) await loseConnection(connection);
        throw error;
      }
    },
  };
}

export function accessRevoked(reason: string): AdapterFault {
  return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
}

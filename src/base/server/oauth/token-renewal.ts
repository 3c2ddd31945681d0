import { setTimeout as sleep } from "node:timers/promises";
import { AdapterFault, isFault } from "../../shared/adapter-fault.ts";
import type { Clock } from "../clock.ts";
import { type Context, type ReadContext, systemContext, transact } from "../context.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../log.ts";
import type { Vault } from "../secrets.ts";
import { makeTokenStore } from "./sealed-tokens.store.ts";
import {
  type SealedTokens,
  sealTokens,
  type TokenPair,
  type TokenTable,
  tokenSeal,
} from "./sealed-tokens.ts";

/** A connection by its id in the module's table, and the merchant it belongs to. */
export type ConnectionRef = { id: string; merchant_id: string };
export type StoredTokens<Vendor extends string> = SealedTokens & { vendor: Vendor };
/** `renewal_lost`: the vendor refuses a renewal after an earlier one was begun and never stored. */
export type TokensLostReason = "access_revoked" | "renewal_lost";

/** Exchanges a refresh token at its vendor: `reconnect` or `rejected` when it is no longer accepted. */
export type TokenIssuer = { refresh(refreshToken: string): Promise<TokenPair> };

/** What a module brings to have its tokens kept valid. */
export type TokenSource<Vendor extends string> = {
  table: TokenTable;
  /** The tokens of a live connection of the merchant; undefined when it is over. */
  find(ctx: ReadContext, connectionId: string): Promise<StoredTokens<Vendor> | undefined>;
  findVendor(vendor: Vendor): TokenIssuer | undefined;
  /** The vendor gives us no access any more: the tokens are deleted, and the merchant is told. */
  markLost(ctx: Context, connectionId: string, reason: TokensLostReason): Promise<void>;
  /** The `reconnect` of a connection that is over. */
  accessRevoked(reason: string): AdapterFault;
};

/** Tokens live in system time; the world clock is for the contexts in which the product itself loses a connection. */
export type TokenDeps = { db: Db; log: Log; vault: Vault; systemClock: Clock; worldClock: Clock };

/** A renewal not finished in this time is taken over; longer than the call can take. */
const leaseSeconds = 60;
const waitMs = 200;
const maxWaits = 150;

/**
 * Renews pairs whose refresh token may work only once. The lease is written before the call and the new pair before
 * anybody uses it, and the call is never made inside a transaction: no two processes exchange the same token. If the
 * process dies in between, the new pair is lost, and the next attempt ends in `markLost` rather than in silence.
 */
export function makeTokenRenewal<Vendor extends string>(deps: TokenDeps, source: TokenSource<Vendor>) {
  const { db, log, vault, systemClock, worldClock } = deps;
  const { accessRevoked } = source;
  const store = makeTokenStore(source.table);
  type Tokens = StoredTokens<Vendor>;
  const inFlight = new Map<string, Promise<Tokens>>();

  const toContext = ({ merchant_id }: ConnectionRef) => systemContext(db, merchant_id, worldClock.now());

  /** Throws `reconnect` when the connection is over. */
  async function load(connection: ConnectionRef): Promise<Tokens> {
    const tokens = await source.find(toContext(connection), connection.id);
    if (!tokens) throw accessRevoked("the connection is over");
    return tokens;
  }

  /** Marks the connection lost, unless it has another pair by now. Whoever called, the product found it out. */
  function loseAccess(connection: ConnectionRef, seen: Tokens, reason: TokensLostReason): Promise<boolean> {
    return transact(toContext(connection), async (ctx) => {
      const isSame = await store.lockCurrent(ctx.tx, { id: connection.id, seen });
      if (isSame) await source.markLost(ctx, connection.id, reason);
      return isSame;
    });
  }

  async function renewLeased(connection: ConnectionRef, seen: Tokens, sealedToken: string, until: Date) {
    const sealTo = tokenSeal(source.table, connection.id);
    try {
      const issuer = source.findVendor(seen.vendor);
      // Our own credentials are missing: nobody has revoked anything.
      if (!issuer) throw new AdapterFault("later", { reason: `no adapter for ${seen.vendor}` });
      const pair = await issuer.refresh(vault.open(sealedToken, sealTo));
      const sealed = sealTokens(vault, sealTo, pair, systemClock.now());
      await store.saveRenewed(db, { id: connection.id, seen }, { ...sealed, scopes: pair.scopes });
    } catch (error) {
      await handleFailure(connection, seen, until, error);
    }
    return load(connection);
  }

  /** Throws, unless another process has stored a newer pair meanwhile. */
  async function handleFailure(connection: ConnectionRef, seen: Tokens, until: Date, error: unknown) {
    if (!isFault(error)) throw error;
    const { kind, reason } = error;
    if (kind === "reconnect" || kind === "rejected") {
      const lostReason = seen.renewing_until ? "renewal_lost" : "access_revoked";
      log.warn({ connection: connection.id, reason, lostReason }, "tokens could not be renewed");
      if (await loseAccess(connection, seen, lostReason)) throw accessRevoked(reason);
      return;
    }
    if (kind === "later") {
      await store.releaseLease(db, { id: connection.id, seen }, until);
      throw error;
    }
    // The vendor may have issued a new pair: the lease stays until it ends, and the next attempt finds out.
    const details = { reason: `a renewal got no answer: ${reason}`, retryAfterSeconds: leaseSeconds };
    throw new AdapterFault("later", { ...details, cause: error });
  }

  /** Renews, or waits for whoever does; without `waits` the tokens seen come back while that is in progress. */
  async function renewOrWait(connection: ConnectionRef, seen: Tokens, waits: boolean): Promise<Tokens> {
    for (let attempt = 0; attempt < maxWaits; attempt += 1) {
      const current = await load(connection);
      if (current.access_token_sealed !== seen.access_token_sealed) return current;
      const { refresh_token_sealed: sealedToken } = current;
      if (sealedToken === null) {
        await loseAccess(connection, seen, "access_revoked");
        throw accessRevoked("the token is no longer accepted, and there is no refresh token");
      }
      const now = systemClock.now();
      const until = new Date(now.getTime() + leaseSeconds * 1_000);
      const isLeased = await store.acquireLease(db, { id: connection.id, seen }, { now, until });
      if (isLeased) return renewLeased(connection, current, sealedToken, until);
      if (!waits) return current;
      await sleep(waitMs);
    }
    throw new AdapterFault("later", { reason: "another renewal is in progress", retryAfterSeconds: 30 });
  }

  return {
    load,
    loseAccess,
    /** Tokens newer than those seen, one renewal for all callers. Throws `reconnect` when the vendor issues none. */
    renew(connection: ConnectionRef, seen: Tokens, { waits = true } = {}): Promise<Tokens> {
      const key = `${seen.access_token_sealed} ${waits}`;
      const renewing =
        inFlight.get(key) ?? renewOrWait(connection, seen, waits).finally(() => inFlight.delete(key));
      inFlight.set(key, renewing);
      return renewing;
    },
  };
}

import type { Clock } from "#base/server/clock.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StaffSettings } from "./staff.settings.ts";

/** What the module's use cases need. Everything about signing in lives by the system clock. */
export type StaffDeps = StaffSettings & { systemClock: Clock; vault: Vault };

/** Whoever calls without a session: their address as limits count it, and their browser. */
export type Visitor = { address: string; userAgent: string };

/**
 * A refusal that must not roll back what the transaction wrote (a failed attempt stays counted): it is returned, the
 * transaction commits, and only then `refuse` throws it.
 */
export type Failure = { kind: "refused"; refuse: () => never };
export const toFailure = (refuse: () => never): Failure => ({ kind: "refused", refuse });

import { type CodeLimits, defaultCodeLimits } from "../domain/code-limits.ts";
import { defaultSessionLimits, type SessionLimits } from "./sessions.store.ts";

/** What sign-in is told by the environment. */
export type SignInSettings = {
  /** 32 bytes, never in the database: codes are hashed with it. */
  codeKey: Uint8Array;
  codeLimits: CodeLimits;
  sessionLimits: SessionLimits;
  /** Wrong codes and passwords of one address in an hour, over all numbers. */
  maxFailuresPerAddress: number;
};

/** Everything but the key, as we run it. */
export const defaultSignInSettings: Omit<SignInSettings, "codeKey"> = {
  codeLimits: defaultCodeLimits,
  sessionLimits: defaultSessionLimits,
  maxFailuresPerAddress: 60,
};

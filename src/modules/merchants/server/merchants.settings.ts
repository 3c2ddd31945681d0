import { type CodeLimits, defaultCodeLimits } from "../domain/code-limits.ts";
import { defaultSessionLimits, type SessionLimits } from "./sessions.store.ts";

/** Sign-in settings from the environment. */
export type SignInSettings = {
  /** 32 bytes, never in the database: codes are hashed with it. */
  codeKey: Uint8Array;
  codeLimits: CodeLimits;
  sessionLimits: SessionLimits;
  /** Failed codes and passwords per address and hour, over all numbers. */
  maxFailuresPerAddress: number;
};

/** The default of every setting but the key. */
export const defaultSignInSettings: Omit<SignInSettings, "codeKey"> = {
  codeLimits: defaultCodeLimits,
  sessionLimits: defaultSessionLimits,
  maxFailuresPerAddress: 60,
};

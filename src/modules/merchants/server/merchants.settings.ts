import { type CodeLimits, usualCodeLimits } from "../domain/code-limits.ts";
import { type SessionLimits, usualSessionLimits } from "./sessions.store.ts";

/** What sign-in is told by the environment. */
export type SignInSettings = {
  /** 32 bytes, never in the database: codes are hashed with it. */
  codeKey: Uint8Array;
  codeLimits: CodeLimits;
  sessionLimits: SessionLimits;
  /** Wrong codes and passwords of one address in an hour, over all numbers. */
  wrongTriesPerAddress: number;
};

/** Everything but the key, as we run it. */
export const usualSignInSettings: Omit<SignInSettings, "codeKey"> = {
  codeLimits: usualCodeLimits,
  sessionLimits: usualSessionLimits,
  wrongTriesPerAddress: 60,
};

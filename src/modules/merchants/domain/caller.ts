import type { Language } from "#base/shared/language.ts";

/** A caller without a session: the browser by its cookie, the network by its address as limits count it. */
export type Caller = {
  address: string;
  userAgent: string;
  /** Of the HTTP request, for the audit log; null where nobody called. */
  requestId: string | null;
  language: Language;
  browserHash: Uint8Array;
  /** False for a browser's first call and for clients without cookies: `browserHash` is then of a new cookie. */
  hasCookie: boolean;
};

import type { Language } from "#base/shared/language.ts";

/** Who calls without a session: the browser by its cookie, the network by its address as limits count it. */
export type Caller = {
  address: string;
  userAgent: string;
  language: Language;
  browserHash: Uint8Array;
  /** False for a browser's first call and for clients that keep no cookies: then the hash is a new one's. */
  hasCookie: boolean;
};

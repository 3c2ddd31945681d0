import { useState } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import { parseSaudiMobile } from "../contract/mobile-number.ts";

/** Why the merchant opened sign-in: the first two end in the same session, the third in a new password. */
export type AuthPurpose = "sign_in" | "sign_up" | "password";

/**
 * What was typed so far, and the state of the code: `mobileNumber` and `countDown` of the specification, the latter as
 * the instant at which it ends. Survives a reload, for phones that drop a page while the merchant reads the message.
 */
export type AuthDraft = {
  purpose: AuthPurpose;
  mobileNumber: string;
  name: string;
  email: string;
  /** The number and purpose the last code was sent for; empty when none was. */
  sentFor: string;
  /** Milliseconds since 1970, by this browser's clock. */
  countDownEnds: number;
};

const storageKey = "rawaj.sign_in";
const empty: AuthDraft = {
  purpose: "sign_in",
  mobileNumber: "",
  name: "",
  email: "",
  sentFor: "",
  countDownEnds: 0,
};

/** The purpose of a requested code: one for signing in also serves sign-up; one for a password serves nothing else. */
export function toCodeUse({ purpose, mobileNumber }: AuthDraft): string {
  return `${purpose === "password" ? "password" : "sign_in"}:${parseSaudiMobile(mobileNumber) ?? mobileNumber}`;
}

export type AuthDraftState = {
  draft: AuthDraft;
  change(part: Partial<AuthDraft>): void;
  /** After sign-in: removes the draft from the browser. */
  clearDraft(): void;
};

export function useAuthDraft(): AuthDraftState {
  const [draft, setDraft] = useState(readDraft);
  return {
    draft,
    change: (part) =>
      setDraft((before) => {
        const next = { ...before, ...part };
        setItem(storageKey, JSON.stringify(next), "session");
        return next;
      }),
    clearDraft: () => setItem(storageKey, null, "session"),
  };
}

function readDraft(): AuthDraft {
  try {
    const saved: unknown = JSON.parse(getItem(storageKey, "session") ?? "null");
    return typeof saved === "object" && saved !== null ? { ...empty, ...saved } : empty;
  } catch {
    return empty;
  }
}

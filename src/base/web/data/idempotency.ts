import { useMemo } from "react";
import { getItem, setItem } from "../runtime/storage.ts";

/**
 * A key that is stored before the first request, so that a reload or a second press repeats it instead of acting twice.
 */
export type IdempotencyKey = {
  /** The key for this body: the same while the body is the same, a new one when it changes. */
  for(body: unknown): string;
  /** Call it after the response: the next action gets its own key. */
  done(): void;
};

/** `purpose` names the action ("wallet.deposit"), with the resource's id when there may be several. */
export function useIdempotencyKey(purpose: string): IdempotencyKey {
  return useMemo(() => idempotencyKey(purpose), [purpose]);
}

export function idempotencyKey(purpose: string): IdempotencyKey {
  const storageKey = `rawaj.key.${purpose}`;
  // Storage may be unavailable: then memory holds the key for as long as the page lives.
  let memory: string | null = null;
  return {
    for(body) {
      const bodyHash = fingerprint(JSON.stringify(body) ?? "");
      const [key, storedHash] = (memory ?? getItem(storageKey, "session") ?? "").split(" ");
      if (key && storedHash === bodyHash) return key;
      const fresh = randomKey();
      memory = `${fresh} ${bodyHash}`;
      setItem(storageKey, memory, "session");
      return fresh;
    },
    done() {
      memory = null;
      setItem(storageKey, null, "session");
    },
  };
}

/** 128 random bits; `crypto.randomUUID` is absent on plain http, this is not. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Distinguishes bodies without storing what a merchant typed (FNV-1a; 53 bits are enough here). */
function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let index = 0; index < text.length; index++) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(index), 0x85ebca6b);
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}

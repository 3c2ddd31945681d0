import type { Ids } from "./ids.ts";
import type { Memory } from "./memory.ts";

/** A message that was delivered to a phone. */
export interface PhoneMessage {
  id: string;
  /** +9665XXXXXXXX */
  to: string;
  text: string;
  /** System time. */
  at: string;
  channel: "sms" | "whatsapp";
  /** The sender name. */
  sender: string;
  vendor: string;
}

/** All phones of the sandbox in one list: every message that any vendor delivers. */
export interface Inbox {
  receive(message: Omit<PhoneMessage, "id" | "at">): PhoneMessage;
  /** Newest first. */
  list(filter: { to?: string; limit: number }): PhoneMessage[];
}

const MAX_ENTRIES = 1_000;

export function makeInbox(memory: Memory, ids: Ids): Inbox {
  const messages = memory.table<PhoneMessage>("messages");
  return {
    receive(message) {
      const oldest = messages.values().next();
      if (messages.size >= MAX_ENTRIES && !oldest.done) messages.delete(oldest.value.id);
      return messages.put({ ...message, id: ids.uuid("message"), at: new Date().toISOString() });
    },
    list({ to, limit }) {
      const digits = (to ?? "").replace(/\D/g, "").replace(/^(00966|966|0)/, "");
      return [...messages.values()]
        .filter((message) => digits === "" || message.to.endsWith(digits))
        .slice(-limit)
        .reverse();
    },
  };
}

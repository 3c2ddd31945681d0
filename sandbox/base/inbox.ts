import type { Ids } from "./ids.ts";
import type { Memory } from "./memory.ts";

/** A message that was delivered to a phone or a mailbox. */
export interface ReceivedMessage {
  id: string;
  /** +9665XXXXXXXX, or an e-mail address. */
  to: string;
  text: string;
  /** System time. */
  at: string;
  channel: Channel;
  /** The sender name. */
  sender: string;
  vendor: string;
  /** Of WhatsApp only: what stands below the message; an address, or null where it only answers. */
  buttons?: { label: string; url: string | null }[];
  /** Of an e-mail only. */
  email?: EmailParts;
}
export const channels = ["sms", "whatsapp", "email"] as const;
export type Channel = (typeof channels)[number];

export interface EmailParts {
  subject: string;
  /** With its picture inside. */
  html: string;
  message_id: string;
  list_unsubscribe: string | null;
  list_unsubscribe_post: string | null;
  /** A data address. */
  picture: string | null;
  /** How often this message arrived; it is shown once. */
  copies: number;
}

/** All phones and mailboxes of the sandbox in one list: every message that any vendor delivers. */
export interface Inbox {
  receive(message: Omit<ReceivedMessage, "id" | "at">): ReceivedMessage;
  /** Newest first. */
  list(filter: { to?: string; channels?: readonly string[]; limit: number }): ReceivedMessage[];
}

const MAX_ENTRIES = 1_000;

export function makeInbox(memory: Memory, ids: Ids): Inbox {
  const messages = memory.table<ReceivedMessage>("messages");

  /** A mail server knows a repeat by its Message-ID. */
  function findRepeated({ to, email }: Omit<ReceivedMessage, "id" | "at">): ReceivedMessage | undefined {
    if (!email?.message_id) return undefined;
    return [...messages.values()].find((one) => one.to === to && one.email?.message_id === email.message_id);
  }

  return {
    receive(message) {
      const repeated = findRepeated(message);
      if (repeated?.email)
        return messages.put({ ...repeated, email: { ...repeated.email, copies: repeated.email.copies + 1 } });
      const oldest = messages.values().next();
      if (messages.size >= MAX_ENTRIES && !oldest.done) messages.delete(oldest.value.id);
      return messages.put({ ...message, id: ids.uuid("message"), at: new Date().toISOString() });
    },
    list({ to, channels, limit }) {
      return [...messages.values()]
        .filter((message) => !channels || channels.includes(message.channel))
        .filter((message) => isReader(message, to ?? ""))
        .slice(-limit)
        .reverse();
    },
  };
}

/** A number in any of its spellings or its end, or a part of an address. */
function isReader({ to, channel }: ReceivedMessage, typed: string): boolean {
  if (channel === "email" || typed.includes("@"))
    return to.toLowerCase().includes(typed.trim().toLowerCase());
  const digits = typed.replace(/\D/g, "").replace(/^(00966|966|0)/, "");
  return digits === "" || to.endsWith(digits);
}

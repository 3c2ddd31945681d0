import type { HashedContact } from "#base/server/hashed-contact.ts";

/** The hashes of one kind of a batch of contacts; people without it are left out. */
export const listEmails = (contacts: readonly HashedContact[], form: "plain" | "gmail"): string[] =>
  contacts.flatMap(({ email }) => email?.[form] ?? []);

export const listPhones = (contacts: readonly HashedContact[], form: "digits" | "e164"): string[] =>
  contacts.flatMap(({ phone }) => phone?.[form] ?? []);

import { createHmac } from "node:crypto";
import type { Context, ReadContext } from "#base/server/context.ts";
import {
  type Contact,
  type HashedContact,
  hashContact,
  normalizeEmail,
  normalizePhone,
} from "#base/server/hashed-contact.ts";
import type { Vault } from "#base/server/secrets.ts";
import * as store from "./order-contacts.store.ts";

export type OrderContacts = ReturnType<typeof makeOrderContacts>;

/** A person who bought, by the key that stays the same in all their orders. */
export type Buyer = { personKey: string; contact: HashedContact };

type Deps = {
  vault: Vault;
  /** 32 bytes, for the keys that find a person's orders. */
  contactKey: Buffer;
  /** Those of before a rotation: they still find people, and make no new keys. */
  olderContactKeys?: readonly Buffer[];
};

/**
 * Shoppers' contacts, for merchants who share them with ad platforms. They are hashed before they are stored, and the
 * hashes are sealed: a Saudi mobile could be guessed from its plain hash. Nothing is stored for other merchants.
 */
export function makeOrderContacts({ vault, contactKey, olderContactKeys = [] }: Deps) {
  const toKey = (secret: Buffer, kind: "phone" | "email", text: string | null) =>
    text === null ? null : createHmac("sha256", secret).update(`${kind}:${text}`).digest("base64url");

  function toKeys({ email, phone }: Contact, secret = contactKey): store.ContactKeys | null {
    const phone_key = toKey(secret, "phone", normalizePhone(phone ?? ""));
    const email_key = toKey(secret, "email", normalizeEmail(email ?? ""));
    const person_key = phone_key ?? email_key;
    return person_key === null ? null : { person_key, phone_key, email_key };
  }

  /** Every key the person may be known by, those made before a rotation too. */
  const toKnownKeys = (contact: Contact): string[] =>
    [contactKey, ...olderContactKeys].flatMap((secret) => {
      const { phone_key = null, email_key = null } = toKeys(contact, secret) ?? {};
      return [phone_key, email_key].filter((key) => key !== null);
    });

  const open = ({ order_id, sealed }: { order_id: string; sealed: string }): HashedContact =>
    JSON.parse(vault.open(sealed, toSealContext(order_id)));

  return {
    /** Stores the contact of a recorded order, where the merchant shares contacts and the person was not erased. */
    async save(ctx: Context, orderId: string, contact: Contact): Promise<void> {
      const hashed = hashContact(contact);
      const keys = toKeys(contact);
      if (!hashed || !keys || !(await store.sharesContacts(ctx))) return;
      const sealed = vault.seal(JSON.stringify(hashed), toSealContext(orderId));
      await store.upsertContact(ctx, { orderId, keys, known: toKnownKeys(contact), sealed });
    },

    facade: {
      /**
       * Whether shoppers' hashed contacts are stored from now on, to be shared with ad platforms. Ending it deletes
       * those that are stored.
       */
      setContactSharing: (ctx: Context, isAllowed: boolean): Promise<void> =>
        isAllowed ? store.allowSharing(ctx) : store.endSharing(ctx),

      /** The hashed contacts of these orders; orders without one are left out. */
      async findOrderContacts(
        ctx: ReadContext,
        orderIds: readonly string[],
      ): Promise<Map<string, HashedContact>> {
        const rows = await store.listContacts(ctx, orderIds);
        return new Map(rows.map((row) => [row.order_id, open(row)]));
      },

      /** People with an order that was placed or delivered, each once, after a key, in the order of their keys. */
      async listBuyers(ctx: ReadContext, page: { after: string; limit: number }): Promise<Buyer[]> {
        const rows = await store.listBuyers(ctx, page);
        return rows.map((row) => ({ personKey: row.person_key, contact: open(row) }));
      },

      /**
       * A person who asked to be erased: their contacts are deleted and not stored again. Returns the keys they were
       * known by; null when neither an e-mail nor a mobile is given.
       */
      async eraseContact(ctx: Context, contact: Contact): Promise<string[] | null> {
        const keys = toKnownKeys(contact);
        return keys.length === 0 ? null : store.eraseByKeys(ctx, keys);
      },
    },
  };
}

export type OrderContactsFacade = OrderContacts["facade"];

export const toSealContext = (orderId: string) => `stores.order_contacts/${orderId}`;

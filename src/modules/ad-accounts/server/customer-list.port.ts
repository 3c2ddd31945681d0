import type { HashedContact } from "#base/server/hashed-contact.ts";
import type { AdAccountContext } from "./ad-account-context.port.ts";

/** A list of people on a platform, by hashed contacts. Ad groups name it to leave these people out. */
export interface CustomerListKeeper {
  /** The list of this name in the account, created when there is none; its id on the platform. */
  ensureCustomerList(account: AdAccountContext, name: string): Promise<string>;
  /** At most `listBatch` of the platform's `conversionRules` at once. Adding a person again changes nothing. */
  addCustomers(account: AdAccountContext, listId: string, contacts: readonly HashedContact[]): Promise<void>;
  /** Removing a person who is not on it changes nothing. */
  removeCustomers(
    account: AdAccountContext,
    listId: string,
    contacts: readonly HashedContact[],
  ): Promise<void>;
  /** Deletes the list with everybody on it; one that no longer exists counts as deleted. */
  deleteCustomerList(account: AdAccountContext, listId: string): Promise<void>;
}

/** The keeper bound to one linked ad account. */
export type BoundCustomerListKeeper = {
  [Call in keyof CustomerListKeeper]: CustomerListKeeper[Call] extends (
    account: AdAccountContext,
    ...rest: infer Rest
  ) => infer Outcome
    ? (...rest: Rest) => Outcome
    : never;
};

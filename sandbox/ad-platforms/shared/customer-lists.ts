import type { FastifyInstance } from "fastify";
import type { World } from "../../base/world.ts";

/** A list of people, by the hashes they are known by. */
export interface CustomerList {
  id: string;
  account_id: string;
  name: string;
  /** Hashes of e-mails and phones, each once. */
  members: string[];
  deleted: boolean;
}

export type CustomerLists = ReturnType<typeof makeCustomerLists>;

/** The customer lists of a platform's accounts. */
export function makeCustomerLists(world: World, platform: string) {
  const table = world.table<CustomerList>(`${platform}.customer_lists`);
  const change = (list: CustomerList, members: Iterable<string>) =>
    table.put({ ...list, members: [...new Set(members)] });
  return {
    create: (accountId: string, id: string, name: string): CustomerList =>
      table.put({ id, account_id: accountId, name, members: [], deleted: false }),
    /** The list when it exists in this account. */
    find(accountId: string, id: string): CustomerList | null {
      const list = table.get(id);
      return list && !list.deleted && list.account_id === accountId ? list : null;
    },
    findAnywhere(id: string): CustomerList | null {
      const list = table.get(id);
      return list && !list.deleted ? list : null;
    },
    listInAccount: (accountId: string): CustomerList[] =>
      [...table.values()].filter((list) => !list.deleted && list.account_id === accountId),
    add: (list: CustomerList, hashes: readonly string[]) => void change(list, [...list.members, ...hashes]),
    remove(list: CustomerList, hashes: readonly string[]) {
      const gone = new Set(hashes);
      change(
        list,
        list.members.filter((member) => !gone.has(member)),
      );
    },
    markDeleted: (list: CustomerList) => void table.put({ ...list, members: [], deleted: true }),
  };
}

/** `POST /control/{platform}/customer-lists`: the lists of an account, with how many hashes each holds. */
export function customerListRoute(app: FastifyInstance, platform: string, lists: CustomerLists): void {
  app.post(`/control/${platform}/customer-lists`, (request) => {
    const { account_id } = (request.body ?? {}) as { account_id?: unknown };
    return lists
      .listInAccount(String(account_id))
      .map(({ id, name, members }) => ({ id, name, members: members.length }));
  });
}

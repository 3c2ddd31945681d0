import { type Db, type Driver, queryMethods, type Sql, sql } from "../server/db/db.ts";
import { type ReadReplica, withoutReplica } from "../server/db/read-replica.ts";

/**
 * In place of a replica: the same database, which refuses to write, as a replica does. What is read from it but needs the
 * primary fails here, not in production.
 */
export function readOnlyReplica(db: Db, driver: Driver): ReadReplica {
  const read = ({ text, values }: Sql) =>
    driver.transaction(async (session) => {
      await session.query("set transaction read only", []);
      return session.query(text, values);
    });
  const reader: Db = {
    identity: db.identity,
    ...queryMethods(read),
    transaction: (work) =>
      db.transaction(async (tx) => {
        await tx.run(sql`set transaction read only`);
        return work(tx);
      }),
  };
  return { ...withoutReplica(db), chooseAfter: async () => reader, chooseCurrent: async () => reader };
}

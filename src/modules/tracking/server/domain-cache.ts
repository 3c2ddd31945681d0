import { type Db, type Driver, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Log } from "#base/server/log.ts";

/** The database channel on which every process learns that an own host was proven, lost or removed. */
export const domainChannel = "tracking_domains";

export interface DomainCache {
  /** The merchant whose own host this is; undefined for every other host. */
  findOwner(host: string): string | undefined;
}

/** All proven hosts: some bytes each, and a merchant has at most five. */
export async function openDomainCache({
  db,
  driver,
  log,
}: {
  db: Db;
  driver: Driver;
  log: Log;
}): Promise<DomainCache> {
  let owners = new Map<string, string>();
  async function load() {
    const rows = await db.many<Row<"tracking.domains", "host" | "merchant_id">>(
      sql`select host, merchant_id from tracking.domains where status = 'verified'`,
    );
    owners = new Map(rows.map(({ host, merchant_id }) => [host, merchant_id]));
  }
  // An empty payload: the connection was cut, and notifications in between were missed.
  await driver.listen(domainChannel, () => {
    load().catch((error) => log.error({ err: error }, "the own hosts could not be reloaded"));
  });
  await load();
  return { findOwner: (host) => (owners.size === 0 ? undefined : owners.get(host)) };
}

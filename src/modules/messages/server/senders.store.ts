import { type Db, sql } from "#base/server/db/db.ts";
import type { TextChannel } from "../contract/enums.ts";

type Lease = { channel: TextChannel; process: string; now: Date; until: Date };

/** Takes or renews the right to send a channel's texts; false while another process has it. */
export async function leaseSender(db: Db, { channel, process, now, until }: Lease): Promise<boolean> {
  const taken = await db.run(sql`
    insert into messages.senders (channel, process, leased_until) values (${channel}, ${process}, ${until})
    on conflict (channel) do update set process = excluded.process, leased_until = excluded.leased_until
    where messages.senders.process = excluded.process or messages.senders.leased_until <= ${now}`);
  return taken > 0;
}

export async function releaseSender(
  db: Db,
  { channel, process }: Omit<Lease, "now" | "until">,
): Promise<void> {
  await db.run(sql`delete from messages.senders where channel = ${channel} and process = ${process}`);
}

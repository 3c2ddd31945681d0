import { type Db, sql } from "#base/server/db/db.ts";
import type { TextChannel } from "../contract/enums.ts";

type Lease = { channel: TextChannel; run: string; now: Date; until: Date };

/** Takes or renews the right to send a channel's texts; false while another run has it. */
export async function leaseSender(db: Db, { channel, run, now, until }: Lease): Promise<boolean> {
  const taken = await db.run(sql`
    insert into messages.senders (channel, run, leased_until) values (${channel}, ${run}, ${until})
    on conflict (channel) do update set run = excluded.run, leased_until = excluded.leased_until
    where messages.senders.run = excluded.run or messages.senders.leased_until <= ${now}`);
  return taken > 0;
}

export async function releaseSender(db: Db, { channel, run }: Omit<Lease, "now" | "until">): Promise<void> {
  await db.run(sql`delete from messages.senders where channel = ${channel} and run = ${run}`);
}

import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `consultations.messages` and `consultations.message_files`. */

type FileFacts = { file_name: string | null; file_mime: string | null; file_size: number | null };
export type MessageRecord = Row<"consultations.messages", "id" | "by_id" | "text" | "created_at"> &
  FileFacts & { by_kind: "member" | "staff" };

const withFile = sql`
  select messages.id, messages.by_kind, messages.by_id, messages.text, messages.created_at,
    files.name as file_name, files.mime as file_mime, files.size as file_size
  from consultations.messages left join consultations.message_files files
    on files.merchant_id = messages.merchant_id and files.message_id = messages.id`;

/** The newest first: ids grow with time. */
export const listMessages = (
  { db, actor }: ReadContext,
  { orderId, after, limit }: { orderId: string; after: string | undefined; limit: number },
): Promise<MessageRecord[]> =>
  db.many<MessageRecord>(sql`
    ${withFile} where messages.merchant_id = ${actor.merchantId} and messages.order_id = ${orderId}
      ${after ? sql`and messages.id < ${after}` : empty}
    order by messages.id desc limit ${limit}`);

export const findMessageByKey = (
  { db, actor }: ReadContext,
  { orderId, byId, clientKey }: { orderId: string; byId: string; clientKey: string },
): Promise<MessageRecord | undefined> =>
  db.maybeOne<MessageRecord>(sql`
    ${withFile} where messages.merchant_id = ${actor.merchantId} and messages.order_id = ${orderId}
      and messages.by_id = ${byId} and messages.client_key = ${clientKey}`);

export async function countMessages({ db, actor }: ReadContext, orderId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from consultations.messages
    where merchant_id = ${actor.merchantId} and order_id = ${orderId}`);
  return count;
}

export type NewMessage = {
  id: string;
  orderId: string;
  byKind: "member" | "staff";
  byId: string;
  clientKey: string;
  text: string;
};

export async function insertMessage({ tx, actor, now }: Context, message: NewMessage): Promise<void> {
  const { id, orderId, byKind, byId, clientKey, text } = message;
  await tx.run(sql`
    insert into consultations.messages (merchant_id, id, order_id, by_kind, by_id, client_key, text, created_at)
    values (${actor.merchantId}, ${id}, ${orderId}, ${byKind}, ${byId}, ${clientKey}, ${text}, ${now})`);
}

export type MessageFile = { name: string; mime: string; bytes: Buffer };

export async function insertMessageFile(
  { tx, actor }: Context,
  { messageId, file }: { messageId: string; file: MessageFile },
): Promise<void> {
  await tx.run(sql`
    insert into consultations.message_files (merchant_id, message_id, name, mime, bytes, size)
    values (${actor.merchantId}, ${messageId}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.bytes.length})`);
}

export const findMessageFile = (
  { db, actor }: ReadContext,
  { orderId, messageId }: { orderId: string; messageId: string },
): Promise<MessageFile | undefined> =>
  db.maybeOne<MessageFile>(sql`
    select files.name, files.mime, files.bytes
    from consultations.message_files files join consultations.messages
      on messages.merchant_id = files.merchant_id and messages.id = files.message_id
    where files.merchant_id = ${actor.merchantId} and messages.order_id = ${orderId}
      and files.message_id = ${messageId}`);

import { Readable } from "node:stream";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { newId } from "#base/server/ids.ts";
import { actOnMerchant, type StaffContext } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import { messagesMax } from "../contract/consultations-enums.ts";
import type { OrderMessage } from "../contract/messages.calls.ts";
import { actOnOrder } from "./act-on-order.ts";
import { requireOrder } from "./change-order.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import {
  countMessages,
  findMessageByKey,
  findMessageFile,
  insertMessage,
  insertMessageFile,
  listMessages,
  type MessageFile,
  type MessageRecord,
} from "./messages.store.ts";
import { findOrder, findOrderOwner } from "./orders.store.ts";
import { readMessageFile } from "./read-message-file.ts";

type Deps = Pick<ConsultationsDeps, "staff">;
type Input = { id: string; text: string; client_key: string; file: UploadedFile | undefined };
type Page = { id: string; after?: string | undefined; size: number };

export const showMessages =
  ({ staff }: Deps) =>
  async (ctx: ReadContext, { id, after, size }: Page) => {
    if (!(await findOrder(ctx, id))) return baseRefusals.refuse("base.not_found");
    const rows = await listMessages(ctx, { orderId: id, after, limit: size + 1 });
    const items = rows.slice(0, size);
    const names = await loadNames(staff, ctx, items);
    return {
      items: items.map((row) => presentMessage(row, names)),
      next: rows.length > size ? (items.at(-1)?.id ?? null) : null,
    };
  };

/** Writes as the merchant. The file is read before the transaction. */
export const writeAsMerchant =
  (deps: Deps) =>
  async (ctx: ReadContext, { file: upload, ...input }: Input): Promise<OrderMessage> => {
    const file = await readFile(input.text, upload);
    return transact(ctx, (ctx) => write(deps, ctx, { ...input, file }));
  };

export const writeAsStaff =
  (deps: Deps) =>
  async (ctx: StaffContext, { file: upload, ...input }: Input): Promise<OrderMessage> => {
    const file = await readFile(input.text, upload);
    return actOnOrder(deps, ctx, { id: input.id, act: "message_sent" }, (own) =>
      write(deps, own, { ...input, file }),
    );
  };

async function readFile(text: string, upload: UploadedFile | undefined): Promise<MessageFile | null> {
  if (upload) return readMessageFile(upload);
  return text === "" ? consultationsRefusals.refuse("consultations.message_empty", {}, "text") : null;
}

type Written = { id: string; text: string; client_key: string; file: MessageFile | null };

/** The order's lock makes the same message sent twice one. */
async function write(
  { staff }: Deps,
  ctx: Context,
  { id: orderId, text, client_key: clientKey, file }: Written,
): Promise<OrderMessage> {
  await requireOrder(ctx, orderId);
  const { kind, id: byId } = ctx.actor.by;
  const key = { orderId, byId: byId ?? "", clientKey };
  const load = async () => {
    const row = await findMessageByKey(ctx, key);
    return row && presentMessage(row, await loadNames(staff, ctx, [row]));
  };
  const known = await load();
  if (known) return known;
  if ((await countMessages(ctx, orderId)) >= messagesMax)
    consultationsRefusals.refuse("consultations.messages_too_many", { max: messagesMax });
  const byKind = kind === "staff" ? "staff" : "member";
  const messageId = newId("csm");
  await insertMessage(ctx, { id: messageId, byKind, text, ...key });
  if (file) await insertMessageFile(ctx, { messageId, file });
  await ctx.tx.publish({
    name: "consultations.message_sent",
    merchant_id: ctx.actor.merchantId,
    order_id: orderId,
    by: byKind,
  });
  const written = await load();
  if (!written) throw new Error("the message was not written");
  return written;
}

export async function openMessageFile(
  ctx: ReadContext,
  { id, message_id: messageId }: { id: string; message_id: string },
): Promise<FileContent> {
  if (!(await findOrder(ctx, id))) return baseRefusals.refuse("base.not_found");
  const found = await findMessageFile(ctx, { orderId: id, messageId });
  if (!found) return baseRefusals.refuse("base.not_found");
  return {
    mime: found.mime,
    fileName: found.name,
    bytes: found.bytes.length,
    open: async () => Readable.from([found.bytes]),
  };
}

/** The order's merchant, for our staff who read there. */
export async function readAsStaff(ctx: StaffContext, id: string): Promise<ReadContext> {
  const merchantId = (await findOrderOwner(ctx.db, id)) ?? baseRefusals.refuse("base.not_found");
  return actOnMerchant(ctx, merchantId);
}

const loadNames = (staff: Deps["staff"], { db }: ReadContext, rows: readonly MessageRecord[]) =>
  staff.loadNames(
    db,
    rows.flatMap(({ by_kind, by_id }) => (by_kind === "staff" ? [by_id] : [])),
  );

function presentMessage(row: MessageRecord, names: ReadonlyMap<string, string>): OrderMessage {
  const { id, by_kind, by_id, text, created_at, file_name: name, file_mime: mime, file_size: size } = row;
  return {
    id,
    by: by_kind,
    by_name: by_kind === "staff" ? (names.get(by_id) ?? null) : null,
    text,
    file: name !== null && mime !== null && size !== null ? { name, mime, size } : null,
    created_at: created_at.toISOString(),
  };
}

import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Cell, ColumnKind } from "#base/server/spreadsheets/spreadsheet.ts";
import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { toTableFile } from "#base/server/table-files/table-file.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ordersExportQuery } from "../contract/order-shapes.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { listAllOrders, listOwnOrders, type OrderRecord } from "./orders.store.ts";

type Query = z.output<typeof ordersExportQuery>;
type Input = { query: Query; language: Language };
type Deps = Pick<ConsultationsDeps, "staff" | "messages">;
type Words = (key: string) => string;
type Row = { order: OrderRecord; consultant: string; language: Language };
type Column = { key: string; kind: ColumnKind; read(row: Row, words: Words): Cell };

/** As many orders at a time are in memory. */
const batchSize = 500;

const day = (instant: Date | null): Cell => instant && toRiyadhDay(instant);
const riyadhTime = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Riyadh", timeStyle: "short" });

const columns: readonly Column[] = [
  { key: "serial", kind: "text", read: ({ order }) => order.serial_number },
  { key: "title", kind: "text", read: ({ order, language }) => order[`title_${language}`] },
  { key: "status", kind: "text", read: ({ order }, words) => words(`status.${order.status}`) },
  { key: "ordered", kind: "day", read: ({ order }) => day(order.created_at) },
  { key: "meeting_day", kind: "day", read: ({ order }) => day(order.starts_at) },
  {
    key: "meeting_time",
    kind: "text",
    read: ({ order }) => order.starts_at && riyadhTime.format(order.starts_at),
  },
  { key: "minutes", kind: "count", read: ({ order }) => order.minutes },
  { key: "consultant", kind: "text", read: ({ consultant }) => consultant },
  { key: "original_price", kind: "riyals", read: ({ order }) => order.original_price_halalas },
  { key: "price", kind: "riyals", read: ({ order }) => order.price_halalas },
  { key: "paid_with", kind: "text", read: ({ order }, words) => words(`paid_with.${order.paid_with}`) },
  { key: "coupon", kind: "text", read: ({ order }) => order.coupon_code },
  { key: "payment", kind: "text", read: ({ order }, words) => words(toPaymentKey(order)) },
  { key: "reason", kind: "text", read: ({ order }) => order.reason },
  { key: "rating", kind: "count", read: ({ order }) => order.rating },
];
const clientColumns: readonly Column[] = [
  { key: "client", kind: "text", read: ({ order }) => order.client_name },
  { key: "mobile", kind: "text", read: ({ order }) => order.client_mobile },
  { key: "email", kind: "text", read: ({ order }) => order.client_email },
];

const toPaymentKey = ({ paid_with, payment_state }: OrderRecord): string => {
  if (paid_with === "free") return "free";
  return `${paid_with === "balance" ? "money" : paid_with}.${payment_state}`;
};

/** All orders of the merchant that a filter finds, the newest first, in the reader's language and direction. */
export const exportOwnOrders =
  (deps: Deps) =>
  (ctx: ReadContext, input: Input): FileContent =>
    toFile(deps, ctx, { ...input, columns, list: (page) => listOwnOrders(ctx, page) });

/** Of all merchants, with who ordered; that the file was taken is in the staff's audit log. */
export const exportAllOrders =
  (deps: Deps) =>
  async (ctx: StaffContext, input: Input): Promise<FileContent> => {
    await transactAsStaff(ctx, (ctx) =>
      deps.staff.recordAct(ctx, { action: "consultations.orders_exported", details: input.query }),
    );
    const all = [...columns, ...clientColumns];
    return toFile(deps, ctx, { ...input, columns: all, list: (page) => listAllOrders(ctx.db, page) });
  };

type Page = Parameters<typeof listOwnOrders>[1];
type FileInput = Input & {
  columns: readonly Column[];
  list(page: Page): Promise<OrderRecord[]>;
};

function toFile(
  deps: Deps,
  ctx: Pick<ReadContext, "db" | "now">,
  { query, language, columns, list }: FileInput,
): FileContent {
  const words: Words = (key) => deps.messages.translate(language, `consultations:${key}`);
  const title = words("orders.title");
  return toTableFile(
    query.format,
    {
      title,
      details: [],
      columns: columns.map(({ key, kind }) => ({ header: words(`columns.${key}`), kind })),
      openRows: () => listRows(),
      fileName: `${title} ${toRiyadhDay(ctx.now)}`,
      language,
      createdAt: ctx.now,
    },
    deps.messages,
  );

  /** Batch after batch, so that many orders cost no more memory than few. */
  async function* listRows(): AsyncGenerator<Cell[]> {
    const page = { ...query, size: batchSize, limit: batchSize };
    for (let after: string | undefined, isMore = true; isMore; ) {
      const orders = await list({ ...page, after });
      const ids = orders.map(({ consultant_id }) => consultant_id);
      const names = await deps.staff.loadNames(ctx.db, ids);
      for (const order of orders) {
        const row = { order, consultant: names.get(order.consultant_id) ?? "", language };
        yield columns.map(({ read }) => read(row, words));
      }
      after = orders.at(-1)?.id;
      isMore = orders.length === batchSize;
    }
  }
}

import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import { toCsv } from "#base/server/spreadsheets/csv.ts";
import type { Cell } from "#base/server/spreadsheets/spreadsheet.ts";
import type { Language } from "#base/shared/language.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import { findLink } from "./find-link.ts";
import { toLinkPeriod } from "./list-links.ts";
import { toPlaceName } from "./place-names.ts";

type Deps = { messages: Messages };
type Input = { linkId: string; from?: string | undefined; to?: string | undefined; language: Language };
type ExportedClick = Row<
  "tracking.clicks",
  "clicked_at" | "click_id" | "visitor" | "why" | "city" | "device" | "app" | "referrer_host" | "user_agent"
>;

const pageSize = 1_000;
const columns = [
  "time",
  "click_id",
  "visitor",
  "why",
  "city",
  "device",
  "app",
  "referrer",
  "user_agent",
] as const;

/**
 * A link's clicks one by one, as they were stored, written while they are read. Visitors' addresses are not stored, and
 * their hash tells a merchant nothing: it is left out. Refuses `tracking.link_not_found`.
 */
export const exportClicks =
  ({ messages }: Deps) =>
  async (ctx: ReadContext, { linkId, language, ...query }: Input): Promise<FileContent> => {
    await findLink(ctx, linkId);
    const period = toLinkPeriod(query, ctx.now);
    const words = (key: string) => messages.translate(language, `tracking:${key}`);
    const sheet = {
      title: words("clicks.title"),
      columns: columns.map((key) => ({ header: words(`clicks.columns.${key}`), kind: "text" as const })),
      rows: listRows(ctx, { linkId, period, language }, words),
      isRightToLeft: language === "ar",
    };
    return {
      mime: "text/csv; charset=utf-8",
      fileName: `${words("clicks.title")} ${linkId} ${period.from} ${period.to}.csv`,
      bytes: null,
      open: async () => Readable.from(toCsv(sheet)),
    };
  };

type Scope = { linkId: string; period: Period; language: Language };

async function* listRows(
  ctx: ReadContext,
  { linkId, period, language }: Scope,
  words: (key: string) => string,
): AsyncGenerator<Cell[]> {
  for await (const { clicked_at, click_id, visitor, why, city, device, app, ...click } of listClicks(
    ctx,
    linkId,
    period,
  ))
    yield [
      clicked_at.toISOString(),
      click_id,
      words(`clicks.visitors.${visitor}`),
      why,
      toPlaceName(city, language),
      device,
      app,
      click.referrer_host,
      click.user_agent,
    ];
}

/** The merchant's clicks of the period in the order of their key; those of other links are passed over. */
async function* listClicks(
  { db, actor }: ReadContext,
  linkId: string,
  { from, to }: Period,
): AsyncGenerator<ExportedClick> {
  const end = startOfRiyadhDay(addDays(to, 1));
  let last: Pick<ExportedClick, "clicked_at" | "click_id"> = {
    clicked_at: startOfRiyadhDay(from),
    click_id: "",
  };
  for (let isMore = true; isMore; ) {
    const page: ExportedClick[] = await db.many<ExportedClick>(sql`
      select clicked_at, click_id, visitor, why, city, device, app, referrer_host, user_agent from tracking.clicks
      where merchant_id = ${actor.merchantId} and (clicked_at, click_id) > (${last.clicked_at}, ${last.click_id})
        and clicked_at >= ${last.clicked_at} and clicked_at < ${end} and link_id = ${linkId}
      order by clicked_at, click_id limit ${pageSize}`);
    yield* page;
    last = page.at(-1) ?? last;
    isMore = page.length === pageSize;
  }
}

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { RecordedResponse } from "#base/server/record-responses.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { insertAnswer } from "./answers.store.ts";
import type { AccountKey } from "./ingest.ts";

const compress = promisify(gzip);

type Page = readonly { startsAt: Date }[];

/**
 * Hands the pages on, and keeps what the platform answered for each before its figures are stored: `received` is filled
 * while a page is read. Answers without figures, such as the state of a report that is being made, are not kept.
 */
export async function* keepAnswers<Rows extends Page>(
  ctx: ReadContext,
  account: AccountKey,
  { pages, received }: { pages: AsyncIterable<Rows>; received: RecordedResponse[] },
): AsyncGenerator<Rows> {
  for await (const page of pages) {
    const days = [...new Set(page.map(({ startsAt }) => toRiyadhDay(startsAt)))].sort();
    const answers = received.splice(0).filter(({ status }) => status === 200);
    if (days.length > 0) for (const { text } of answers) await keep(ctx, account, { text, days });
    yield page;
  }
}

async function keep(
  ctx: ReadContext,
  account: AccountKey,
  { text, days }: { text: string; days: readonly ReturnType<typeof toRiyadhDay>[] },
): Promise<void> {
  const body = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(body).digest("hex");
  const answer = { sha256, bytes: body.length, body: await compress(body) };
  await transact(ctx, (ctx) => insertAnswer(ctx, account, { answer, days }));
}

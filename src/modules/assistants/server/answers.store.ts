import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import type { Draft } from "../domain/engine/draft.ts";

export type AnswerRecord = Row<"assistants.answers">;
export type VersionRecord = Row<"assistants.versions">;
export type NewAnswer = Omit<
  AnswerRecord,
  | "merchant_id"
  | "attempt"
  | "words"
  | "input_tokens"
  | "output_tokens"
  | "cost_micro_sar"
  | "search_text"
  | "status"
>;

const searchMax = 6_000;

/** Prompt, product and texts as they are searched. */
const toSearchText = (...texts: readonly (string | null)[]) =>
  fold(texts.filter(Boolean).join(" ")).slice(0, searchMax);

/** Locked, so that the same request sent twice is begun once. */
export const lockByRequestKey = (
  { tx, actor }: Context,
  requestKey: string,
): Promise<AnswerRecord | undefined> =>
  tx.maybeOne(sql`
    select * from assistants.answers
    where merchant_id = ${actor.merchantId} and request_key = ${requestKey} for update`);

export const findAnswer = ({ db, actor }: ReadContext, id: string): Promise<AnswerRecord | undefined> =>
  db.maybeOne(sql`select * from assistants.answers where merchant_id = ${actor.merchantId} and id = ${id}`);

export const countWriting = async ({ tx, actor }: Context, { since }: { since: Date }): Promise<number> => {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from assistants.answers
    where merchant_id = ${actor.merchantId} and status = 'writing' and begun_at > ${since}`);
  return count;
};

/** False when the same key was begun by another request at this moment. */
export async function insertAnswer({ tx, actor }: Context, answer: NewAnswer): Promise<boolean> {
  const { id, request_key, category, tongue, tone, length, season, prompt, seed, product_id, product_name } =
    answer;
  const { revises_version_id, change, facts, engine, reservation_id, reserved_words, begun_at, created_at } =
    answer;
  const inserted = await tx.run(sql`
    insert into assistants.answers (merchant_id, id, request_key, category, tongue, tone, length, season, prompt, seed,
      product_id, product_name, revises_version_id, change, facts, status, engine, reservation_id, reserved_words,
      search_text, begun_at, created_at)
    values (${actor.merchantId}, ${id}, ${request_key}, ${category}, ${tongue}, ${tone}, ${length}, ${season}, ${prompt},
      ${seed}, ${product_id}, ${product_name}, ${revises_version_id}, ${change}, ${JSON.stringify(facts)}, 'writing',
      ${engine}, ${reservation_id}, ${reserved_words}, ${toSearchText(prompt, product_name)}, ${begun_at}, ${created_at})
    on conflict (merchant_id, request_key) do nothing`);
  return inserted === 1;
}

type Again = Pick<AnswerRecord, "id" | "engine" | "reservation_id" | "begun_at"> & { facts: unknown };

/** A failed answer, or one whose process ended, is begun again under its key. */
export const restartAnswer = (
  { tx, actor }: Context,
  { id, engine, reservation_id, begun_at, facts }: Again,
) =>
  tx.run(sql`
    update assistants.answers
    set status = 'writing', engine = ${engine}, reservation_id = ${reservation_id}, begun_at = ${begun_at},
      facts = ${JSON.stringify(facts)}, words = 0, attempt = attempt + 1
    where merchant_id = ${actor.merchantId} and id = ${id}`);

type Finished = Pick<AnswerRecord, "id" | "status" | "engine" | "words"> &
  Pick<AnswerRecord, "input_tokens" | "output_tokens" | "cost_micro_sar" | "attempt">;

/** False when somebody else finished this attempt. */
export async function finishAnswer({ tx, actor }: Context, answer: Finished): Promise<boolean> {
  const { id, status, engine, words, input_tokens, output_tokens, cost_micro_sar, attempt } = answer;
  const finished = await tx.run(sql`
    update assistants.answers
    set status = ${status}, engine = ${engine}, words = ${words}, input_tokens = ${input_tokens},
      output_tokens = ${output_tokens}, cost_micro_sar = ${cost_micro_sar}, reservation_id = null
    where merchant_id = ${actor.merchantId} and id = ${id} and attempt = ${attempt} and status = 'writing'`);
  return finished === 1;
}

export async function insertVersions(
  { tx, actor }: Context,
  {
    answer,
    versions,
  }: {
    answer: Pick<AnswerRecord, "id" | "prompt" | "product_name">;
    versions: readonly (Draft & { id: string })[];
  },
): Promise<void> {
  const rows = versions.map((version, index) => ({ ...version, number: index + 1 }));
  await tx.run(sql`
    insert into assistants.versions (merchant_id, id, answer_id, number, headline, body)
    select ${actor.merchantId}, id, ${answer.id}, number, headline, body
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id text, number int, headline text, body text)`);
  const texts = versions.flatMap(({ headline, body }) => [headline, body]);
  await tx.run(sql`
    update assistants.answers set search_text = ${toSearchText(answer.prompt, answer.product_name, ...texts)}
    where merchant_id = ${actor.merchantId} and id = ${answer.id}`);
}

export const listVersions = ({ db, actor }: ReadContext, answerId: string): Promise<VersionRecord[]> =>
  db.many(sql`
    select * from assistants.versions
    where merchant_id = ${actor.merchantId} and answer_id = ${answerId} order by number`);

export const findVersion = ({ db, actor }: ReadContext, id: string): Promise<VersionRecord | undefined> =>
  db.maybeOne(sql`select * from assistants.versions where merchant_id = ${actor.merchantId} and id = ${id}`);

export const updateVersion = (
  { tx, actor }: Context,
  { id, headline, body, edited_at }: Draft & { id: string; edited_at: Date },
): Promise<VersionRecord | undefined> =>
  tx.maybeOne(sql`
    update assistants.versions set headline = ${headline}, body = ${body}, edited_at = ${edited_at}
    where merchant_id = ${actor.merchantId} and id = ${id} returning *`);

export const setFavourite = (
  { tx, actor }: Context,
  { id, isFavourite }: { id: string; isFavourite: boolean },
): Promise<VersionRecord | undefined> =>
  tx.maybeOne(sql`
    update assistants.versions set is_favourite = ${isFavourite}
    where merchant_id = ${actor.merchantId} and id = ${id} returning *`);

export const deleteAnswer = ({ tx, actor }: Context, id: string): Promise<number> =>
  tx.run(sql`
    delete from assistants.answers
    where merchant_id = ${actor.merchantId} and id = ${id} and status <> 'writing'`);

export type AnswerHead = AnswerRecord & { excerpt: string; favourites: number };
type Filter = { search: string; favouritesOnly: boolean; after: string | null; limit: number };

/** Answers that have versions, the newest first. */
export const listAnswerHeads = (
  { db, actor }: ReadContext,
  { search, favouritesOnly, after, limit }: Filter,
): Promise<AnswerHead[]> =>
  db.many(sql`
    select answers.*, shown.excerpt, shown.favourites
    from assistants.answers cross join lateral (
      select (array_agg(case when headline <> '' then headline else left(body, 120) end order by number))[1] as excerpt,
        count(*) filter (where is_favourite)::int as favourites
      from assistants.versions
      where versions.merchant_id = answers.merchant_id and answer_id = answers.id
    ) shown
    where answers.merchant_id = ${actor.merchantId} and shown.excerpt is not null
      ${after === null ? empty : sql`and answers.id < ${after}`}
      ${search === "" ? empty : sql`and search_text like ${likePattern(search)}`}
      ${favouritesOnly ? sql`and shown.favourites > 0` : empty}
    order by answers.id desc limit ${limit}`);

/** Adds words to a Riyadh day, or takes them back; returns the day's words. */
export async function addDayWords(
  { tx, actor }: Context,
  { day, words }: { day: string; words: number },
): Promise<number> {
  const row = await tx.one<{ words: number }>(sql`
    insert into assistants.writer_days (merchant_id, day, words) values (${actor.merchantId}, ${day}, ${Math.max(0, words)})
    on conflict (merchant_id, day) do update set words = greatest(0, writer_days.words + ${words}) returning words`);
  return row.words;
}

export async function loadDayWords({ db, actor }: ReadContext, day: string): Promise<number> {
  const row = await db.maybeOne<{ words: number }>(sql`
    select words from assistants.writer_days where merchant_id = ${actor.merchantId} and day = ${day}`);
  return row?.words ?? 0;
}

/** Answers of all merchants whose writing nobody finished, the oldest first. */
export const listUnfinished = (
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<Pick<AnswerRecord, "merchant_id" | "id">[]> =>
  db.many(sql`
    select merchant_id, id from assistants.answers
    where status = 'writing' and begun_at < ${before} order by begun_at limit ${limit}`);

export const lockAnswer = ({ tx, actor }: Context, id: string): Promise<AnswerRecord | undefined> =>
  tx.maybeOne(sql`
    select * from assistants.answers where merchant_id = ${actor.merchantId} and id = ${id} for update`);

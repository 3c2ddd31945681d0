import type { ReadContext } from "#base/server/context.ts";
import type { PersonalData, TableData } from "#base/server/personal-data/personal-data.ts";
import { readRows } from "#base/server/personal-data/read-rows.ts";
import { loadShapes } from "#base/server/personal-data/tables.ts";
import type { ZipWriter } from "#base/server/zip.ts";
import { describeArchive, type WrittenFile } from "./describe-archive.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";

type Deps = Pick<PrivacyDeps, "messages" | "personalData">;
type Written = { tables: number; rows: number };

type Exported = TableData & { file: string };

/** The tables that an export shows, with the file of each: `campaigns/ads.jsonl`. */
export const listExported = (data: readonly PersonalData[]): Exported[] =>
  data.flatMap(({ module, tables }) =>
    tables
      .filter(({ policy }) => policy.kind === "merchants" && "without" in policy.exported)
      .map((one) => ({ ...one, file: `${module}/${one.table.split(".")[1]}.jsonl` })),
  );

/**
 * Writes all that the modules hold of the merchant: a file of lines of JSON for each table that has any, and at the end a
 * description in both languages. `onProgress` is awaited after each page of rows; what it throws ends the writing.
 */
export const writeArchive =
  ({ messages, personalData }: Deps) =>
  async (
    ctx: ReadContext,
    zip: ZipWriter,
    onProgress: (written: Written) => Promise<void>,
  ): Promise<Written> => {
    const exported = listExported(personalData.data);
    const shapes = await loadShapes(
      ctx.db,
      exported.map(({ table }) => table),
    );
    const files: WrittenFile[] = [];
    const written = { tables: 0, rows: 0 };
    for (const { table, policy, file } of exported) {
      const shape = shapes.get(table);
      if (policy.kind !== "merchants" || !("without" in policy.exported) || !shape) continue;
      const pages = readRows(ctx, { shape, owner: policy.owner, without: policy.exported.without });
      const first = await pages.next();
      if (!first.done) {
        const before = written.rows;
        await zip.add(
          file,
          writeLines(first.value, pages, async (rows) => {
            written.rows += rows;
            await onProgress(written);
          }),
        );
        files.push({ file, rows: written.rows - before });
      }
      written.tables += 1;
      await onProgress(written);
    }
    for (const [name, text] of describeArchive(messages, { data: personalData.data, files, at: ctx.now }))
      await zip.add(name, once(text));
    return written;
  };

async function* writeLines(
  first: readonly string[],
  rest: AsyncIterable<readonly string[]>,
  onPage: (rows: number) => Promise<void>,
): AsyncGenerator<string> {
  yield `${first.join("\n")}\n`;
  await onPage(first.length);
  for await (const lines of rest) {
    yield `${lines.join("\n")}\n`;
    await onPage(lines.length);
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

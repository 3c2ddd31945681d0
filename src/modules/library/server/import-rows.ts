import type { Readable } from "node:stream";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import type { Messages } from "#base/server/messages.ts";
import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { type Language, languages } from "#base/shared/language.ts";
import { libraryRefusals } from "../contract/library.refusals.ts";
import { importBytesMax, importRowsMax } from "../contract/library-enums.ts";
import { type ImportedRow, type RowFields, rowFields } from "../contract/staff-library.calls.ts";
import { parseCsv } from "../domain/parse-csv.ts";
import {
  type ImportNames,
  type ImportRecord,
  type ListedColumn,
  readRecords,
  toFieldValues,
} from "../domain/read-import.ts";
import { changeRow, createRow, type KeepRowsDeps, listChanged } from "./keep-rows.ts";
import { lockRowByReference } from "./rows.store.ts";

type Input = { file: UploadedFile | undefined; language: Language };

/**
 * Keeps the rows of a CSV file, each in a transaction of its own, and says of each what became of it. A reference that is
 * there is changed, an archived one too; the same file again changes nothing.
 */
export const importRows =
  (deps: KeepRowsDeps) =>
  async (ctx: StaffContext, { file, language }: Input): Promise<{ rows: ImportedRow[] }> => {
    if (!file) return libraryRefusals.refuse("library.import_file_missing", {}, "file");
    const names = toNames(deps.messages);
    const { records, missing } = readRecords(parseCsv(await readText(file.stream)), names);
    if (missing.length > 0) {
      const columns = missing.map((column) => deps.messages.translate(language, `library:columns.${column}`));
      libraryRefusals.refuse("library.import_columns_missing", { columns: columns.join("، ") }, "file");
    }
    if (records.length > importRowsMax)
      libraryRefusals.refuse("library.import_too_large", { rows: importRowsMax }, "file");
    const rows: ImportedRow[] = [];
    for (const record of records) rows.push(await importRow(deps, ctx, { record, names, language }));
    return { rows };
  };

type RowInput = { record: ImportRecord; names: ImportNames; language: Language };

async function importRow(
  deps: KeepRowsDeps,
  ctx: StaffContext,
  { record, names, language }: RowInput,
): Promise<ImportedRow> {
  const { line, cells } = record;
  const parsed = rowFields.safeParse(toFieldValues(record, names));
  const reference = cells.reference.slice(0, 60);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({
      column: String(path[0] ?? "reference"),
      message: deps.messages.translate(
        language,
        deps.messages.has(message) ? message : "library:import_value_unknown",
      ),
    }));
    return { line, reference, result: "refused", problems };
  }
  const result = await transactAsStaff(ctx, async (ctx) => {
    const before = await lockRowByReference(ctx, parsed.data.reference);
    if (!before) {
      await createRow(deps)(ctx, parsed.data);
      return "created" as const;
    }
    const fields: RowFields = { ...parsed.data, reference: before.reference };
    if (listChanged(before, fields).length === 0) return "unchanged" as const;
    await changeRow(deps)(ctx, before, fields);
    return "updated" as const;
  });
  return { line, reference, result, problems: [] };
}

/** The whole file, which is small; refuses one that is too large, and bytes that are no UTF-8. */
async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= importBytesMax) chunks.push(chunk);
  }
  if (bytes > importBytesMax)
    libraryRefusals.refuse("library.import_too_large", { rows: importRowsMax }, "file");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    if (!text.includes("\u0000")) return text;
  } catch {
    // Told below.
  }
  return libraryRefusals.refuse("library.import_not_text", {}, "file");
}

const namespaces: Record<ListedColumn, string> = {
  type: "library:types",
  season: "seasons:names",
  style: "library:styles",
  platform: "campaigns:platform_names",
  sector: "library:sectors",
  hook: "campaigns:structure.hooks",
  proof: "campaigns:structure.proofs",
  offer: "campaigns:structure.offers",
  call_to_action: "campaigns:calls_to_action",
};

/** Names as merchants and staff read them, in both languages, without marks for a screen. */
function toNames(messages: Messages): ImportNames {
  const read = (key: string) =>
    languages.map((language) => messages.translate(language, key).replace(/[\u2066-\u2069]/g, ""));
  const known = new Map<string, string[]>();
  const readOnce = (key: string) => {
    const names = known.get(key) ?? read(key);
    known.set(key, names);
    return names;
  };
  return {
    columns: (column) => readOnce(`library:columns.${column}`),
    values: (column, value) => readOnce(`${namespaces[column]}.${value}`),
  };
}

import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Cell, SpreadsheetColumn } from "#base/server/spreadsheets/spreadsheet.ts";
import { toTableFile } from "#base/server/table-files/table-file.ts";
import type { Language } from "#base/shared/language.ts";
import type { TableFormat } from "#base/shared/table-files.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TruthRow } from "../../contract/truth.calls.ts";
import { describeExport } from "../describe-export.ts";
import { listPages } from "../list-pages.ts";
import { loadTruthRows, type TruthRowsDeps } from "./load-truth-rows.ts";
import { resolveScope } from "./resolve-scope.ts";

export type ExportTruthDeps = TruthRowsDeps & { messages: Messages };

type Input = { scope: ReportScope; format: TableFormat; language: Language };

const pageSize = 1_000;

/** What platforms claim, links prove and stores delivered of each campaign, as a file. */
export const exportTruth =
  (deps: ExportTruthDeps) =>
  async (ctx: ReadContext, { scope, format, language }: Input): Promise<FileContent> => {
    const words = (key: string, params = {}) => deps.messages.translate(language, key, params);
    const { days } = await resolveScope(deps, ctx, scope);
    const rows = loadTruthRows(deps);
    const load = (cursor?: string) => rows(ctx, { ...scope, by: "campaign", cursor, size: pageSize });
    const first = await load();
    const columns = [
      { name: "campaign", kind: "text" },
      { name: "platform", kind: "text" },
      { name: "spend", kind: "riyals" },
      { name: "claimed_orders", kind: "count" },
      { name: "claimed", kind: "riyals" },
      { name: "proven_orders", kind: "count" },
      { name: "proven", kind: "riyals" },
      { name: "delivered_orders", kind: "count" },
      { name: "delivered", kind: "riyals" },
      { name: "expected", kind: "riyals" },
      { name: "over_claim", kind: "ratio" },
      { name: "roas_claimed", kind: "ratio" },
      { name: "roas_delivered", kind: "ratio" },
    ] as const satisfies { name: string; kind: SpreadsheetColumn["kind"] }[];
    return toTableFile(
      format,
      {
        ...describeExport(words, words("reports_frame:tabs.truth"), days),
        columns: columns.map(({ name, kind }) => ({ header: words(`reports_export:columns.${name}`), kind })),
        openRows: async function* () {
          for await (const { items } of listPages(first, load)) yield* items.map(toCells);
        },
        language,
        createdAt: ctx.now,
      },
      deps.messages,
    );

    function toCells(row: TruthRow): Cell[] {
      return [
        row.name ?? words("reports_truth:rows.unknown"),
        row.platform && words(`ad_accounts:platforms.${row.platform}`),
        row.spend_halalas,
        row.claimed?.orders ?? null,
        row.claimed?.halalas ?? null,
        row.proven.orders,
        row.proven.halalas,
        row.delivered.orders,
        row.delivered.halalas,
        row.delivered.expected_halalas,
        row.over_claim?.factor ?? null,
        row.roas_claimed,
        row.roas_delivered,
      ];
    }
  };

import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { TableFormat } from "#base/shared/table-files.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TruthRow } from "../../contract/truth.calls.ts";
import { type ExportColumn, exportRows } from "../export-rows.ts";
import { loadTruthRows, type TruthRowsDeps } from "./load-truth-rows.ts";
import { resolveScope } from "./resolve-scope.ts";

export type ExportTruthDeps = TruthRowsDeps & { messages: Messages };

type Input = { scope: ReportScope; format: TableFormat; language: Language };

const pageSize = 1_000;

/** What platforms claim, links prove and stores delivered of each campaign, as a file. */
export const exportTruth =
  (deps: ExportTruthDeps) =>
  async (ctx: ReadContext, { scope, format, language }: Input): Promise<FileContent> => {
    const words = (key: string) => deps.messages.translate(language, key, {});
    const { days } = await resolveScope(deps, ctx, scope);
    const rows = loadTruthRows(deps);
    const load = (cursor?: string) => rows(ctx, { ...scope, by: "campaign", cursor, size: pageSize });
    const columns: ExportColumn<TruthRow>[] = [
      { name: "campaign", kind: "text", read: ({ name }) => name ?? words("reports_truth:rows.unknown") },
      {
        name: "platform",
        kind: "text",
        read: ({ platform }) => platform && words(`ad_accounts:platforms.${platform}`),
      },
      { name: "spend", kind: "riyals", read: ({ spend_halalas }) => spend_halalas },
      { name: "claimed_orders", kind: "count", read: ({ claimed }) => claimed?.orders ?? null },
      { name: "claimed", kind: "riyals", read: ({ claimed }) => claimed?.halalas ?? null },
      { name: "proven_orders", kind: "count", read: ({ proven }) => proven.orders },
      { name: "proven", kind: "riyals", read: ({ proven }) => proven.halalas },
      { name: "delivered_orders", kind: "count", read: ({ delivered }) => delivered.orders },
      { name: "delivered", kind: "riyals", read: ({ delivered }) => delivered.halalas },
      { name: "expected", kind: "riyals", read: ({ delivered }) => delivered.expected_halalas },
      { name: "over_claim", kind: "ratio", read: ({ over_claim }) => over_claim?.factor ?? null },
      { name: "roas_claimed", kind: "ratio", read: ({ roas_claimed }) => roas_claimed },
      { name: "roas_delivered", kind: "ratio", read: ({ roas_delivered }) => roas_delivered },
    ];
    const title = words("reports_frame:tabs.truth");
    return exportRows(deps.messages, ctx, { title, days, columns, load, format, language });
  };

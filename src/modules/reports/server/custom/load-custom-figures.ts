import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { metrics } from "#modules/figures/contract/metrics.ts";
import type { CustomFigures, ReportDefinition } from "../../contract/custom-reports.calls.ts";
import type { CustomFiguresDeps } from "./custom-deps.ts";
import { type CustomRow, loadCustomTotal, type RowPlace, streamCustomRows, toPlace } from "./custom-rows.ts";
import { makeNames, type Names } from "./custom-scope.ts";

type Input = {
  definition: ReportDefinition;
  period: Period;
  language: Language;
  cursor?: string | undefined;
  size: number;
};

/** Today and yesterday still change. */
const unsettledDays = 2;
export const findUnsettledFrom = (now: Date) => addDays(toRiyadhDay(now), 1 - unsettledDays);

/** A page of a report's rows, with the sums of all of them. */
export const loadCustomFigures =
  (deps: CustomFiguresDeps) =>
  async (ctx: ReadContext, { definition, period, language, cursor, size }: Input): Promise<CustomFigures> => {
    const names = await loadNames(deps, ctx, definition, language);
    const rows: CustomRow[] = [];
    for await (const row of streamCustomRows(deps, ctx, { definition, period, after: readCursor(cursor) })) {
      rows.push(row);
      if (rows.length > size) break;
    }
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      as_of: await deps.figures.findCompleteUntil(ctx),
      ...period,
      unsettled_from: findUnsettledFrom(ctx.now),
      ...describeColumns(deps, definition, language),
      total: await loadCustomTotal(deps, ctx, { definition, period }),
      rows: shown.map(({ key, values, ...row }) => ({
        key,
        parts: nameParts(definition, names, row),
        values,
      })),
      next_cursor: rows.length > size && last ? writeCursor(toPlace(last)) : null,
      emptiness: shown.length === 0 && cursor === undefined ? await explainEmptiness(deps, ctx) : null,
    };
  };

export function describeColumns(
  { messages }: Pick<CustomFiguresDeps, "messages">,
  definition: ReportDefinition,
  language: Language,
) {
  const words = (key: string) => messages.translate(language, `reports_custom:${key}`);
  return {
    measures: definition.measures.map((measure) => ({
      measure,
      name: words(`measures.${measure}`),
      unit: metrics[measure].unit,
    })),
    by: definition.by.map((breakdown) => ({ breakdown, name: words(`breakdowns.${breakdown}`) })),
  };
}

export async function loadNames(
  deps: CustomFiguresDeps,
  ctx: ReadContext,
  { by }: Pick<ReportDefinition, "by">,
  language: Language,
): Promise<Names> {
  const labels = by.includes("store") ? await deps.campaigns.listCampaignLabels(ctx, {}) : [];
  const ids = new Set(labels.flatMap(({ store_id }) => store_id ?? []));
  const stores = ids.size === 0 ? [] : await deps.listStoreNames(ctx, [...ids]);
  return makeNames(
    (key) => deps.messages.translate(language, key),
    new Map(stores.map(({ id, name }) => [id, name])),
  );
}

export const nameParts = (
  { by }: ReportDefinition,
  names: Names,
  { ids, labels }: Pick<CustomRow, "ids" | "labels">,
) =>
  by.map((breakdown, index) => ({ id: ids[index] ?? "", name: names[breakdown](ids[index] ?? "", labels) }));

async function explainEmptiness(
  { setupState, figures }: CustomFiguresDeps,
  ctx: ReadContext,
): Promise<CustomFigures["emptiness"]> {
  const { is_connected, has_campaigns } = await setupState(ctx);
  if (!is_connected) return "not_connected";
  if (!has_campaigns) return "no_campaigns";
  return (await figures.hasAnyFigures(ctx, {})) ? "none" : "not_read_yet";
}

const writeCursor = ({ time, value, key }: RowPlace): string =>
  Buffer.from(JSON.stringify([time, value, key])).toString("base64url");

/** A cursor that is not ours begins at the first row. */
function readCursor(cursor: string | undefined): RowPlace | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [time, value, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const isValue = value === null || typeof value === "number";
    return typeof time === "string" && isValue && typeof key === "string" ? { time, value, key } : undefined;
  } catch {
    return undefined;
  }
}

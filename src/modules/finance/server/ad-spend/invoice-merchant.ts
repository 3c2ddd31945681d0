import type { Context } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { vatBasisPoints } from "#modules/billing/server/invoices/invoices.facade.ts";
import {
  findDifferences,
  type MonthDifference,
  type MonthSum,
  sumByPlatform,
  toLastDay,
} from "../../domain/ad-spend.ts";
import type { AdSpendDeps } from "./ad-spend.deps.ts";
import { takeTurn } from "./ad-spend-runs.store.ts";

type Deps = Omit<AdSpendDeps, "log">;
/** `months` are those whose ad spend is invoiced, up to the run's own; each "2026-11". */
type Input = { run: string; months: readonly string[] };
type Covered = Awaited<ReturnType<Deps["wallet"]["sumCoveredSpend"]>>;

/**
 * Brings a merchant's invoices in line with the ad spend that its money covered, once in a run: of a month that was not
 * invoiced yet by its invoice, of an earlier one by a credit note, or by a further invoice for what came later. No money
 * moves: it was captured already. The last step of its transaction.
 */
export const invoiceMerchant =
  ({ wallet, billing, figures, messages }: Deps) =>
  async (ctx: Context, { run, months }: Input): Promise<void> => {
    const [from] = months;
    if (from === undefined || !(await takeTurn(ctx, run))) return;
    const covered = await wallet.sumCoveredSpend(ctx, { from, to: run });
    const differences = findDifferences(months, {
      covered: covered.map(({ month, covered_halalas }) => ({ month, halalas: covered_halalas })),
      invoiced: (await billing.sumInvoiced(ctx, "ad_spend")).map(
        ({ source_id, gross_halalas }): MonthSum => ({ month: source_id, halalas: gross_halalas }),
      ),
    });
    const loadLines = makeLines({ figures, messages }, ctx, covered);
    for (const difference of differences) {
      const { month, halalas, isFirst } = difference;
      if (halalas < 0)
        await billing.creditSource(ctx, {
          source: { kind: "ad_spend", id: month },
          amount_halalas: -halalas,
          key: `ad_spend:${run}`,
          reason: (["ar", "en"] as const)
            .map((language) => messages.translate(language, "finance:ad_spend.corrected"))
            .join(" / "),
        });
      else
        await billing.issueInvoice(ctx, {
          source: { kind: "ad_spend", id: isFirst ? month : `${month}:${run}` },
          title: toTitle(messages, isFirst ? "month" : "settled_later", month),
          lines: await loadLines(difference),
          paid_by: "balance",
          supplied_on: toLastDay(month),
        });
    }
  };

/** A month's first invoice has a line for each platform; a later one has one, because platforms may have changed apart. */
const makeLines =
  ({ figures, messages }: Pick<Deps, "figures" | "messages">, ctx: Context, covered: Covered) =>
  async ({ month, halalas, isFirst }: MonthDifference) => {
    const toLine = (title: { ar: string; en: string }, gross_halalas: number) => ({
      title_ar: title.ar,
      title_en: title.en,
      quantity: 1,
      gross_halalas,
      vat_basis_points: vatBasisPoints,
    });
    if (!isFirst) return [toLine(toTitle(messages, "settled_later", month), halalas)];
    const spend = covered.filter((one) => one.month === month);
    const known = await figures.listPlatforms(
      ctx,
      spend.map(({ campaign_id }) => campaign_id),
    );
    const platforms = new Map(known.map(({ campaign_id, platform }) => [campaign_id, platform]));
    return sumByPlatform(spend, platforms).map((sum) =>
      toLine(
        sum.platform === null
          ? toTitle(messages, "month", month)
          : toTitle(messages, "platform", month, sum.platform),
        sum.halalas,
      ),
    );
  };

function toTitle(
  messages: Messages,
  key: "month" | "platform" | "settled_later",
  month: string,
  platform?: string,
): { ar: string; en: string } {
  const write = (language: Language) =>
    messages.translate(language, `finance:ad_spend.${key}`, {
      month: formatMonth(month, language),
      ...(platform
        ? { platform: messages.translate(language, `finance:agreement.sources.${platform}`) }
        : {}),
    });
  return { ar: write("ar"), en: write("en") };
}

const tags: Record<Language, string> = { ar: "ar-SA-u-ca-gregory-nu-latn", en: "en-GB-u-ca-gregory-nu-latn" };

/** "2026-10" as "October 2026" or "أكتوبر 2026", the same whatever ICU data this machine has as its default. */
const formatMonth = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(tags[language], { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

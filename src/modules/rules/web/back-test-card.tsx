import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Figure, UserText } from "#base/web/kit/text.tsx";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import { changesByValue } from "../contract/enums.ts";
import type { BackTestAnswer } from "../contract/rules.calls.ts";
import classes from "./rules.module.css";
import { useBackTest } from "./rules.queries.ts";
import { SeenConditions } from "./seen-conditions.tsx";
import { useRuleText } from "./use-rule-text.ts";

type TestedAct = BackTestAnswer["acts"][number];
type Range = { low: number; high: number };

/** What a rule would have done in the last 30 days: riyals saved, and riyals of sales it would have cost. */
export function BackTestCard({ rule }: { rule: ControlRuleFields }) {
  const { t } = useTranslation("rules");
  const query = useBackTest(rule);
  return (
    <Card title={t("test.title")} aside={<StatusBadge tone="info">{t("test.tag")}</StatusBadge>}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {(answer) => <Result rule={rule} answer={answer} />}
      </QueryBoundary>
    </Card>
  );
}

function Result({ rule, answer }: { rule: ControlRuleFields; answer: BackTestAnswer }) {
  const { t } = useTranslation("rules");
  if (answer.tested_campaigns === 0) return <p className={classes.quiet}>{t("test.no_campaigns")}</p>;
  if (answer.tested_days === 0) return <p className={classes.quiet}>{t("test.out_of_season")}</p>;
  if (rule.action === "restore_budget") return <p className={classes.quiet}>{t("test.restores")}</p>;
  return (
    <div className={classes.stack}>
      {answer.result.acts === 0 ? (
        <p className={classes.quiet}>{t("test.none")}</p>
      ) : (
        <>
          <Sums rule={rule} answer={answer} />
          <ActsTable rule={rule} acts={answer.acts} />
          {answer.result.acts > answer.acts.length ? (
            <p className={classes.quiet}>{t("test.more_acts")}</p>
          ) : null}
        </>
      )}
      <Nearby rule={rule} answer={answer} />
      <details className={classes.details}>
        <summary>{t("test.method_title")}</summary>
        <p className={classes.quiet}>{t("test.method")}</p>
      </details>
    </div>
  );
}

function Sums({ rule, answer: { result } }: { rule: ControlRuleFields; answer: BackTestAnswer }) {
  const { t } = useTranslation("rules");
  const isRaise = rule.action === "increase_budget";
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t("test.acts")}</dt>
        <dd>
          <Figure value={result.acts} />
        </dd>
      </div>
      <div>
        <dt>{t(isRaise ? "test.extra_spend" : "test.saved")}</dt>
        <dd>
          <RangeText range={isRaise ? result.extra_spend : result.saved} />
        </dd>
      </div>
      <div>
        <dt>{t(isRaise ? "test.extra_sales" : "test.lost")}</dt>
        <dd>
          <RangeText range={isRaise ? result.extra_sales : result.lost_sales} />
        </dd>
      </div>
    </dl>
  );
}

function RangeText({ range: { low, high } }: { range: Range }) {
  const { t } = useTranslation("rules");
  const { wholeRiyals: riyals } = useRuleText();
  return low === high ? riyals(high) : t("test.range", { low: riyals(low), high: riyals(high) });
}

function Nearby({ rule, answer }: { rule: ControlRuleFields; answer: BackTestAnswer }) {
  const { t } = useTranslation("rules");
  const { toValue } = useRuleText();
  const toResult = useResultText();
  return (
    <div>
      {answer.nearby.map((result) => (
        <div key={result.value} className={classes.row}>
          <span>
            {t("test.nearby")} <strong>{toValue(rule, result.value)}</strong>
          </span>
          <span className={classes.quiet}>{toResult(rule, result)}</span>
        </div>
      ))}
    </div>
  );
}

/** What a test came to, in one line: how often, and riyals both ways. */
export function useResultText() {
  const { t } = useTranslation("rules");
  const { wholeRiyals: riyals } = useRuleText();
  return ({ action }: Pick<ControlRuleFields, "action">, result: BackTestAnswer["result"]): string =>
    [
      t("test.nearby_acts", { count: result.acts }),
      ...(action === "increase_budget"
        ? [t("test.nearby_extra", { amount: riyals(result.extra_sales.high) })]
        : [
            t("test.nearby_saved", { amount: riyals(result.saved.high) }),
            t("test.nearby_lost", { amount: riyals(result.lost_sales.high) }),
          ]),
    ].join(" · ");
}

function ActsTable({ rule, acts }: { rule: ControlRuleFields; acts: TestedAct[] }) {
  const { t } = useTranslation("rules");
  const { wholeRiyals: riyals } = useRuleText();
  const columns: Column<TestedAct>[] = [
    {
      key: "campaign",
      header: t("test.campaign"),
      kind: "main",
      cell: ({ campaign }) => <UserText>{campaign.name}</UserText>,
    },
    {
      key: "day",
      header: t("test.day"),
      cell: ({ day }) => (
        <span className={classes.line}>
          <DateText at={`${day}T09:00:00Z`} style="short" />
        </span>
      ),
    },
    {
      key: "seen",
      header: t("test.seen"),
      cell: ({ conditions }) => <SeenConditions conditions={conditions} />,
    },
    ...(!changesByValue(rule)
      ? []
      : [
          {
            key: "did",
            header: t("test.did"),
            cell: ({ from_halalas, to_halalas }: TestedAct) =>
              t("test.range", { low: riyals(from_halalas), high: riyals(to_halalas ?? 0) }),
          },
        ]),
    {
      key: "after",
      header: t("test.after"),
      kind: "figure",
      cell: ({ spend_after_halalas }) => <span className={classes.line}>{riyals(spend_after_halalas)}</span>,
    },
    { key: "verdict", header: t("test.verdict"), cell: ({ was_right }) => <Verdict wasRight={was_right} /> },
  ];
  return (
    <DataTable
      caption={t("test.title")}
      columns={columns}
      rows={acts}
      rowKey={({ campaign, day }) => `${campaign.id}:${day}`}
    />
  );
}

function Verdict({ wasRight }: { wasRight: boolean | null }) {
  const { t } = useTranslation("rules");
  if (wasRight === null) return <StatusBadge tone="neutral">{t("test.unknown")}</StatusBadge>;
  return (
    <StatusBadge tone={wasRight ? "good" : "waiting"}>
      {t(wasRight ? "test.right" : "test.early")}
    </StatusBadge>
  );
}

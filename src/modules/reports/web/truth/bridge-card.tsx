import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toSteps } from "#base/web/charts/waterfall-steps.ts";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { ListedStep } from "../../contract/bridge.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { BridgeStepRow, TruthReport } from "../../contract/truth.calls.ts";
import { OrderRows } from "../orders/order-rows.tsx";
import classes from "./bridge.module.css";
import { stepOrdersQuery } from "./truth.queries.ts";

const sums = new Set(["claimed", "proven", "delivered"]);
type Platform = TruthReport["platforms"][number]["platform"];

/** The way from the platforms' number to ours in rows; each opens its orders below it, where anybody names them. */
export function BridgeCard({ report, scope }: { report: TruthReport; scope: ReportScope }) {
  const { t } = useTranslation(["reports_truth", "reports"]);
  const [platform, setPlatform] = useState<Platform | null>(null);
  const [opened, setOpened] = useState<ListedStep | null>(null);
  const steps = (report.bridges.find((one) => one.platform === platform) ?? report.bridges[0])?.steps ?? [];
  const expected =
    platform === null
      ? report.totals.delivered.expected_halalas
      : (report.platforms.find((one) => one.platform === platform)?.delivered.expected_halalas ?? 0);
  const narrowed = platform === null ? scope : { ...scope, platform };
  return (
    <Card
      title={
        <>
          {t("bridge")} <RiyalSign />
        </>
      }
      aside={
        report.platforms.length > 1 ? (
          <select
            className={classes.select}
            aria-label={t("bridge_platform")}
            value={platform ?? ""}
            onChange={({ currentTarget: { value } }) => {
              setPlatform(value === "" ? null : (value as Platform));
              setOpened(null);
            }}
          >
            <option value="">{t("all")}</option>
            {report.platforms.map((one) => (
              <option key={one.platform} value={one.platform}>
                {t(`reports:${one.platform}`)}
              </option>
            ))}
          </select>
        ) : undefined
      }
    >
      <p className={classes.lead}>{t("bridge_lead")}</p>
      <Rows steps={steps} expected={expected} opened={opened} scope={narrowed} onOpen={setOpened} />
    </Card>
  );
}

type RowsProps = {
  steps: readonly BridgeStepRow[];
  expected: number;
  opened: ListedStep | null;
  scope: ReportScope;
  onOpen: (step: ListedStep | null) => void;
};

function Rows({ steps, expected, opened, scope, onOpen }: RowsProps) {
  const { t } = useTranslation("reports_truth");
  const bars = toSteps(
    steps.map(({ step, halalas }) => ({
      kind: sums.has(step) ? ("total" as const) : halalas < 0 ? ("out" as const) : ("in" as const),
      amount: Math.abs(halalas),
    })),
  );
  return (
    <ol className={classes.rows} aria-label={t("bridge")}>
      {steps.map((step, index) => (
        <li key={step.step} className={classes.step}>
          <StepRow
            step={step}
            bar={bars[index] ?? { from: 0, size: 0 }}
            expected={step.step === "delivered" ? expected : 0}
            isOpened={opened === step.step}
            scope={scope}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ol>
  );
}

type StepProps = Pick<RowsProps, "scope" | "onOpen"> & {
  step: BridgeStepRow;
  bar: { from: number; size: number };
  expected: number;
  isOpened: boolean;
};

function StepRow({
  step: { step, halalas, orders, is_listed },
  bar,
  expected,
  isOpened,
  scope,
  onOpen,
}: StepProps) {
  const { t } = useTranslation("reports_truth");
  const id = useId();
  const isSum = sums.has(step);
  const expectedShare = halalas > 0 ? Math.min(1, expected / halalas) : 0;
  return (
    <>
      <div className={classes.row} data-step={step} data-sum={isSum}>
        <span className={classes.name}>
          {t(`step.${step}`)}
          <small>{t(`step_words.${step}`)}</small>
        </span>
        <span className={classes.track} aria-hidden>
          <span
            className={classes.bar}
            style={{ marginInlineStart: `${bar.from * 100}%`, inlineSize: `${bar.size * 100}%` }}
          >
            {expectedShare > 0 ? <i style={{ inlineSize: `${expectedShare * 100}%` }} /> : null}
          </span>
        </span>
        <span className={classes.amount} data-sign={isSum ? "sum" : halalas < 0 ? "out" : "in"}>
          <Signed halalas={halalas} isSum={isSum} />
        </span>
        {is_listed ? (
          <button
            type="button"
            className={classes.open}
            aria-expanded={isOpened}
            aria-controls={id}
            onClick={() => onOpen(isOpened ? null : (step as ListedStep))}
          >
            {t("orders", { count: orders ?? 0 })}
          </button>
        ) : (
          <span className={classes.unnamed}>
            {orders === null || orders === 0 ? t("no_orders_named") : t("orders", { count: orders })}
          </span>
        )}
      </div>
      <div id={id}>
        {isOpened ? (
          <div className={classes.orders}>
            <StepOrders scope={scope} step={step as ListedStep} />
          </div>
        ) : null}
      </div>
    </>
  );
}

function StepOrders({ scope, step }: { scope: ReportScope; step: ListedStep }) {
  const { t } = useTranslation("reports_truth");
  return <OrderRows query={useInfiniteQuery(stepOrdersQuery(scope, step))} label={t(`step.${step}`)} />;
}

function Signed({ halalas, isSum }: { halalas: number; isSum: boolean }) {
  const sign = isSum || halalas === 0 ? "" : halalas < 0 ? "\u2212" : "+";
  return (
    <bdi dir="ltr" className="figures">
      {sign}
      <Figure value={Math.round(Math.abs(halalas) / 100)} />
    </bdi>
  );
}

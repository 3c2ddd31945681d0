import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, RelativeTime } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { WriteLockShown } from "../contract/write-lock.calls.ts";
import classes from "./finance.module.css";
import { useWriteLock } from "./finance.queries.ts";
import { call } from "./finance-calls.ts";
import { useAct } from "./use-act.ts";

/** Whether money writes are stopped, what the failed check found, and the button that lifts the lock. */
export function WriteLockPart() {
  const { t } = useTranslation("finance");
  const writeLock = useWriteLock();
  return (
    <Card title={t("lock.title")}>
      <QueryBoundary query={writeLock} fallback={<SkeletonRows count={1} />}>
        {({ lock, check }) => (
          <>
            <Overdue check={check} />
            {lock ? <Locked lock={lock} /> : <p className={classes.quiet}>{t("lock.none")}</p>}
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

/** Says which of the ledger's checks has not finished in time, and how old the last one is. */
function Overdue({ check: { of_new, of_whole } }: { check: WriteLockShown["check"] }) {
  const { t } = useTranslation("finance");
  if (!of_new.is_late && !of_whole.is_late) return null;
  return (
    <Banner tone="bad" title={t("lock.late")} urgent>
      {of_new.is_late && (
        <p>
          {t("lock.late_new")} <Age seconds={of_new.age_seconds} />
        </p>
      )}
      {of_whole.is_late && (
        <p>
          {t("lock.late_whole")} <Age seconds={of_whole.age_seconds} />
        </p>
      )}
      <p>{t("lock.late_words")}</p>
    </Banner>
  );
}

/** So long ago when the answer came. */
function Age({ seconds }: { seconds: number }) {
  const format = useFormat();
  return <span>{format.relative(new Date(0), new Date(seconds * 1_000))}</span>;
}

/** Findings that have a text; others are shown by their name in the ledger's check. */
const findingNames = [
  "entries",
  "ledger_sum_halalas",
  "wrong_balances",
  "wrong_running_balances",
  "wrong_reserves",
  "wrong_receivables",
  "wrong_deposits",
] as const;
type FindingName = (typeof findingNames)[number];
const isNamed = (name: string): name is FindingName => (findingNames as readonly string[]).includes(name);

function Locked({ lock }: { lock: NonNullable<WriteLockShown["lock"]> }) {
  const { t } = useTranslation("finance");
  const lift = useAct(() => call("POST Staff/Finance/write-lock/lift"), "lock.lifted");
  return (
    <>
      <Banner tone="bad" title={t("lock.stopped")}>
        {t("lock.since")} <RelativeTime at={lock.locked_at} />
      </Banner>
      <dl className={classes.facts}>
        {lock.findings.map(({ name, count }) => (
          <div key={name}>
            <dt>{isNamed(name) ? t(`lock.findings.${name}`) : name}</dt>
            <dd>
              <Figure value={count} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{lock.passed_at === null ? t("lock.not_passed") : t("lock.passed")}</p>
      <div>
        <Button disabled={lock.passed_at === null} loading={lift.isPending} onClick={() => lift.mutate()}>
          {t("lock.lift")}
        </Button>
      </div>
    </>
  );
}

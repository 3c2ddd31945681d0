import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, RelativeTime } from "#base/web/kit/text.tsx";
import type { AgreementShown } from "../contract/agreement.calls.ts";
import { useSourceName } from "./agreement-words.ts";
import { DifferencesList } from "./differences-list.tsx";
import classes from "./finance.module.css";
import { useAgreement } from "./finance.queries.ts";

/** What the nightly agreement of money found: when it last ran, whether it ended, and the open differences. */
export function AgreementPart() {
  const { t } = useTranslation("finance");
  const agreement = useAgreement();
  return (
    <Card title={t("agreement.title")}>
      <QueryBoundary query={agreement} fallback={<SkeletonRows count={2} />}>
        {({ run, last_finished_at, open }) => (
          <>
            <p className={classes.quiet}>{t("agreement.words")}</p>
            {run ? (
              <RunState run={run} lastFinishedAt={last_finished_at} />
            ) : (
              <p className={classes.quiet}>{t("agreement.never")}</p>
            )}
            {open.length > 0 ? <DifferencesList open={open} /> : null}
            {open.length === 0 && run?.state === "done" ? <p>{t("agreement.agrees")}</p> : null}
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

type Run = NonNullable<AgreementShown["run"]>;

function RunState({ run, lastFinishedAt }: { run: Run; lastFinishedAt: string | null }) {
  const { t } = useTranslation("finance");
  const checked = (
    <>
      {t("agreement.checked")} <Figure value={run.checked} />
    </>
  );
  if (run.state === "done" && run.finished_at)
    return (
      <p className={classes.quiet}>
        {t("agreement.done")} <RelativeTime at={run.finished_at} />. {checked}
      </p>
    );
  if (run.state === "running")
    return (
      <p className={classes.quiet}>
        {t("agreement.running")} <RelativeTime at={run.started_at} />. {checked}
      </p>
    );
  return (
    <Banner tone="bad" title={t("agreement.late")}>
      <p className={classes.quiet}>
        {t("agreement.late_since")} <RelativeTime at={run.started_at} />.{" "}
        {lastFinishedAt ? (
          <>
            {t("agreement.last_finished")} <RelativeTime at={lastFinishedAt} />
          </>
        ) : (
          t("agreement.none_finished")
        )}
      </p>
      {run.waiting.length > 0 ? <WaitingParts waiting={run.waiting} /> : null}
    </Banner>
  );
}

function WaitingParts({ waiting }: Pick<Run, "waiting">) {
  const { t } = useTranslation("finance");
  const toName = useSourceName();
  return (
    <>
      <p className={classes.quiet}>{t("agreement.waiting")}</p>
      <ul>
        {waiting.map(({ part, gateway, is_stuck }) => (
          <li key={`${part}:${gateway}`}>
            {t(`agreement.parts.${part}`, { source: gateway === null ? "" : toName(gateway) })}:{" "}
            {t(is_stuck ? "agreement.stuck" : "agreement.pending")}
          </li>
        ))}
      </ul>
    </>
  );
}

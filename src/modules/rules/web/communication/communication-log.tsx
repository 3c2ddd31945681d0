import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime } from "#base/web/kit/text.tsx";
import { SentTextState } from "#modules/messages/web/sent-text.parts.tsx";
import type { CommunicationEvaluation, CommunicationRule } from "../../contract/communication.calls.ts";
import classes from "../rules.module.css";
import { useCommunicationLog } from "./communication.queries.ts";
import { useCommunicationText } from "./use-communication-text.ts";

/** What a rule saw and why it sent a message or none, newest first. */
export function CommunicationLog({ rule }: { rule: CommunicationRule }) {
  const { t } = useTranslation("rules");
  const query = useCommunicationLog(rule.id);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
      {({ pages }) => {
        const evaluations = pages.flatMap(({ items }) => items);
        if (evaluations.length === 0) return <p className={classes.quiet}>{t("communication.log.empty")}</p>;
        return (
          <div className={classes.tight}>
            <ul className={classes.list} aria-label={t("communication.log.title")}>
              {evaluations.map((one) => (
                <LogRow key={one.first_at} evaluation={one} rule={rule} />
              ))}
            </ul>
            {query.hasNextPage ? (
              <Button
                variant="subtle"
                className={classes.more ?? ""}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t("communication.log.more")}
              </Button>
            ) : null}
          </div>
        );
      }}
    </QueryBoundary>
  );
}

function LogRow({ evaluation, rule }: { evaluation: CommunicationEvaluation; rule: CommunicationRule }) {
  const { t } = useTranslation("rules");
  const { toFigures } = useCommunicationText();
  const { decision, value_now, value_before, text, numbers_left_out, times, last_at } = evaluation;
  return (
    <li className={classes.row}>
      <div>
        <span>
          {t(`communication.decisions.${decision}`)}
          {text === null ? null : (
            <>
              {" · "}
              <SentTextState text={text} />
            </>
          )}
        </span>
        {numbers_left_out === 0 ? null : (
          <span className={classes.quiet}>
            {t("communication.log.left_out", { count: numbers_left_out })}
          </span>
        )}
        {value_now === null || value_before === null ? null : (
          <span className={classes.quiet}>{toFigures(rule.indicator, value_now, value_before)}</span>
        )}
      </div>
      <span className={classes.quiet}>
        <RelativeTime at={last_at} />
        {times > 1 ? ` · ${t("communication.log.times", { count: times })}` : null}
      </span>
    </li>
  );
}

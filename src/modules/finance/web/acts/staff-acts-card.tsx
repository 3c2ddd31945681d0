import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { StaffActShown, StaffActsCalls } from "../../contract/staff-acts.calls.ts";
import classes from "./staff-acts.module.css";

const call = makeCaller<StaffActsCalls>();

/** What our team looked at and did with the merchant's money, page after page. */
export function StaffActsCard() {
  const { t } = useTranslation("finance_acts");
  const query = useInfiniteQuery({
    queryKey: ["finance", "staff-acts"],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Finance/staff-acts", {
        query: pageParam === null ? {} : { before: pageParam },
        signal,
        quiet: true,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const acts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title={t("title")}>
      <p className={classes.lead}>{t("lead")}</p>
      {query.isPending ? <SkeletonRows count={2} /> : null}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && acts.length === 0 ? <EmptyState title={t("none")}>{t("none_words")}</EmptyState> : null}
      <ul className={classes.rows}>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("more")}
        </Button>
      ) : null}
    </Card>
  );
}

function ActRow({ act: { action, amount_halalas, reason, recorded_at } }: { act: StaffActShown }) {
  const { t } = useTranslation("finance_acts");
  return (
    <li>
      <span className={classes.what}>
        <span>{t(`actions.${action}`)}</span>
        {reason === null ? null : (
          <span className={classes.when}>
            {t("reason")} <UserText>{reason}</UserText>
          </span>
        )}
        <span className={classes.when}>
          <DateText at={recorded_at} /> <TimeText at={recorded_at} />
        </span>
      </span>
      {amount_halalas === null ? null : <Money halalas={amount_halalas} />}
    </li>
  );
}

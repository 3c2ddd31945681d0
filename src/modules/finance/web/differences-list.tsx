import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DateText, RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { AgreementShown, DifferenceShown } from "../contract/agreement.calls.ts";
import type { DifferenceKind } from "../contract/enums.ts";
import { toBooks, useSourceName } from "./agreement-words.ts";
import classes from "./finance.module.css";
import { useDifferences } from "./finance.queries.ts";

/** Open differences, newest first, of one kind or of all. */
export function DifferencesList({ open }: Pick<AgreementShown, "open">) {
  const { t } = useTranslation("finance");
  const [kind, setKind] = useState<DifferenceKind | null>(null);
  const list = useDifferences(kind);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <KindFilter open={open} kind={kind} onChange={setKind} />
      {list.isPending ? <SkeletonRows count={3} /> : null}
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && rows.length === 0 ? <p className={classes.quiet}>{t("agreement.none_found")}</p> : null}
      <ul className={classes.rows} aria-label={t("agreement.list")} aria-busy={list.isPlaceholderData}>
        {rows.map((difference) => (
          <DifferenceRow key={difference.id} difference={difference} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t("agreement.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type FilterProps = Pick<AgreementShown, "open"> & {
  kind: DifferenceKind | null;
  onChange: (kind: DifferenceKind | null) => void;
};

function KindFilter({ open, kind, onChange }: FilterProps) {
  const { t } = useTranslation("finance");
  const format = useFormat();
  const kinds = [
    { value: "", label: t("agreement.all_kinds") },
    ...open.map(({ kind: value, count }) => ({
      value,
      label: t("agreement.with_count", { kind: t(`agreement.kinds.${value}`), count: format.number(count) }),
    })),
  ];
  return (
    <Select
      className={classes.form}
      label={t("agreement.kind")}
      data={kinds}
      value={kind ?? ""}
      allowDeselect={false}
      onChange={(value) => onChange((value || null) as DifferenceKind | null)}
    />
  );
}

function DifferenceRow({ difference }: { difference: DifferenceShown }) {
  const { t } = useTranslation("finance");
  const toName = useSourceName();
  const { kind, source, merchant, day, reference, ours_halalas, theirs_halalas, first_seen_at } = difference;
  const books = toBooks(kind);
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{t(`agreement.kinds.${kind}`)}</strong>
        {merchant ? <UserText>{merchant.name}</UserText> : null}
        <DateText at={day} />
        <span className={classes.quiet}>
          {t("agreement.first_seen")} <RelativeTime at={first_seen_at} />
        </span>
      </div>
      <dl className={classes.facts}>
        <Side name={t(`agreement.ours.${books}`)} halalas={ours_halalas} />
        <Side name={t(`agreement.theirs.${books}`, { source: toName(source) })} halalas={theirs_halalas} />
      </dl>
      <CopyField label={t("agreement.reference")} value={reference} />
    </li>
  );
}

function Side({ name, halalas }: { name: string; halalas: number | null }) {
  const { t } = useTranslation("finance");
  return (
    <div>
      <dt>{name}</dt>
      <dd>{halalas === null ? t("agreement.missing") : <Money halalas={halalas} />}</dd>
    </div>
  );
}

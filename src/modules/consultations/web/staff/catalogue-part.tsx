import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { CatalogueConsultation } from "../../contract/staff-catalogue.calls.ts";
import { PromisesKept } from "../promises-kept.tsx";
import { type Consultant, ConsultationForm } from "./consultation-form.tsx";
import { ConsultationRow } from "./consultation-row.tsx";
import classes from "./staff-consultations.module.css";
import { call, catalogueQuery, useQuickChange } from "./staff-consultations.queries.ts";

/** What merchants can order: consultations are added, changed, put in order and switched off. */
export function CataloguePart() {
  const { t } = useTranslation("consultations_staff");
  return (
    <Card title={t("catalogue.title")}>
      <QueryBoundary query={useQuery(catalogueQuery)} fallback={<SkeletonRows count={3} />}>
        {({ items, consultants }) => <Catalogue items={items} consultants={consultants} />}
      </QueryBoundary>
    </Card>
  );
}

type Props = { items: readonly CatalogueConsultation[]; consultants: readonly Consultant[] };
/** The form of a new one. */
const newItem = "";

function Catalogue({ items, consultants }: Props) {
  const { t } = useTranslation("consultations_staff");
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={classes.part}>
      <p className={classes.quiet}>{t("catalogue.words")}</p>
      {items.length === 0 ? (
        <EmptyState title={t("catalogue.none")}>{t("catalogue.none_words")}</EmptyState>
      ) : (
        <Rows
          items={items}
          open={open}
          onOpen={(id) => setOpen(open === id ? null : id)}
          renderForm={(item) => <ConsultationForm item={item} consultants={consultants} onClose={close} />}
        />
      )}
      <Consultants consultants={consultants} />
      {open === newItem ? (
        <ConsultationForm item={null} consultants={consultants} onClose={close} />
      ) : (
        <div>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(newItem)}>
            {t("catalogue.add")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Those with a rank first, the best of them on top; the others by name, as they come. */
const byRank = (one: Consultant, other: Consultant) =>
  (one.promises.rank ?? Number.MAX_SAFE_INTEGER) - (other.promises.rank ?? Number.MAX_SAFE_INTEGER);

function Consultants({ consultants }: Pick<Props, "consultants">) {
  const { t } = useTranslation("consultations_staff");
  return (
    <>
      <strong>{t("catalogue.promises")}</strong>
      <p className={classes.quiet}>{t("catalogue.promises_words")}</p>
      <dl className={classes.facts}>
        {consultants.toSorted(byRank).map(({ id, name, promises }) => (
          <div key={id}>
            <dt>
              <UserText>{name}</UserText>
            </dt>
            <dd>
              <PromisesKept promises={promises} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type RowsProps = {
  items: readonly CatalogueConsultation[];
  open: string | null;
  onOpen: (id: string) => void;
  renderForm: (item: CatalogueConsultation) => React.ReactNode;
};

function Rows({ items, open, onOpen, renderForm }: RowsProps) {
  const { t } = useTranslation("consultations_staff");
  const [dragged, setDragged] = useState<number | null>(null);
  const reorder = useQuickChange((ordered: readonly CatalogueConsultation[]) =>
    call("POST Staff/Consultations/reorder", {
      body: { items: ordered.map(({ id, revision }) => ({ id, revision })) },
    }),
  );
  const move = (from: number, to: number) => {
    const moved = items[from];
    if (moved && from !== to) reorder.mutate(items.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <ul className={classes.rows} aria-label={t("catalogue.title")}>
      {items.map((item, index) => (
        <ConsultationRow
          key={item.id}
          item={item}
          isBusy={reorder.isPending}
          onUp={index > 0 ? () => move(index, index - 1) : null}
          onDown={index < items.length - 1 ? () => move(index, index + 1) : null}
          onDrag={() => setDragged(index)}
          onDrop={() => {
            if (dragged !== null) move(dragged, index);
            setDragged(null);
          }}
          isOpen={open === item.id}
          onOpen={() => onOpen(item.id)}
        >
          {open === item.id ? renderForm(item) : null}
        </ConsultationRow>
      ))}
    </ul>
  );
}

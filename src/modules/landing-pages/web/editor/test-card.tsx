import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { PageDetails, PageFigures } from "../../contract/landing-pages.calls.ts";
import { type Half, halves } from "../../domain/halves.ts";
import { usePageFigures } from "../landing-pages.queries.ts";
import classes from "./page-editor.module.css";
import type { PageEditing } from "./use-page-editing.ts";

type Props = {
  page: PageDetails;
  editing: PageEditing;
  canManage: boolean;
  /** Shows the blocks of the half that is edited. */
  onEdit: () => void;
};

/** Two halves of the page against each other: how to begin, what is known so far, and how to end. */
export function TestCard({ page, editing, canManage, onEdit }: Props) {
  const { t } = useTranslation("landing_pages");
  const test = usePageFigures(page.id).data?.test ?? null;
  const edit = () => {
    if (editing.hasOtherHalf) editing.chooseHalf("b");
    else editing.startTest();
    onEdit();
  };
  return (
    <Card title={t("test.title")}>
      <div className={classes.field}>
        <p className={classes.quiet}>{t("test.words")}</p>
        {test ? <TestResult test={test} /> : null}
        {editing.hasOtherHalf && !test ? <p>{t("test.not_published")}</p> : null}
        {canManage ? (
          <div className={classes.toolbar}>
            <Button variant="default" onClick={edit}>
              {t(editing.hasOtherHalf ? "test.edit" : "test.start")}
            </Button>
            {editing.hasOtherHalf ? <EndTest onEnd={editing.endTest} /> : null}
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function EndTest({ onEnd }: { onEnd: (kept: Half) => void }) {
  const { t } = useTranslation("landing_pages");
  const [kept, setKept] = useState<Half | null>(null);
  return (
    <>
      {halves.map((half) => (
        <Button key={half} variant="subtle" onClick={() => setKept(half)}>
          {t(`test.keep_${half}`)}
        </Button>
      ))}
      <ConfirmDialog
        opened={kept !== null}
        title={t("test.keep_title")}
        confirm={t(`test.keep_${kept ?? "a"}`)}
        onClose={() => setKept(null)}
        onConfirm={() => {
          if (kept !== null) onEnd(kept);
          setKept(null);
          notify(t("test.kept"), "success");
        }}
      >
        {t("test.keep_words")}
      </ConfirmDialog>
    </>
  );
}

function TestResult({ test }: { test: NonNullable<PageFigures["test"]> }) {
  const { t } = useTranslation("landing_pages");
  const { difference, verdict, started_at } = test;
  return (
    <>
      <p>
        {t("test.running")} <DateText at={started_at} />
      </p>
      <table className={classes.table}>
        <caption className="visually-hidden">{t("test.result")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("test.visitors")}</th>
            <th scope="col">{t("test.tapped")}</th>
            <th scope="col">{t("test.share")}</th>
          </tr>
        </thead>
        <tbody>
          {halves.map((half) => {
            const { visitors, tapped } = test[half];
            return (
              <tr key={half}>
                <th scope="row">{t(`test.half_${half}`)}</th>
                <td>
                  <Figure value={visitors} />
                </td>
                <td>
                  <Figure value={tapped} />
                </td>
                <td>
                  {visitors === 0 ? "—" : <Figure value={(100 * tapped) / visitors} decimals={1} after="%" />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <strong>{t(`test.verdict_${verdict}`)}</strong>
      {difference ? (
        <p className={classes.quiet}>
          {t("test.difference")}:{" "}
          <bdi dir="ltr" className="figures">
            {`${toPoints(difference.lower)} … ${toPoints(difference.upper)}`}
          </bdi>
        </p>
      ) : null}
      <p className={classes.quiet}>{t("test.method")}</p>
    </>
  );
}

const toPoints = (share: number) => `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`;

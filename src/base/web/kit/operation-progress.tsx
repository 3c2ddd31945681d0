import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFinished } from "#base/shared/operation-statuses.ts";
import type { OperationItem, OperationRow } from "#base/shared/operations.calls.ts";
import {
  useCancelOperation,
  useOperation,
  useOperationFailures,
  useOperationSuccesses,
  useUndoOperation,
} from "../data/operations.queries.ts";
import { Banner, type BannerTone } from "./banner.tsx";
import classes from "./operation-progress.module.css";
import { ProgressBar } from "./progress.tsx";
import { UserText } from "./text.tsx";

/** What the module calls its items and what happens to them. */
export type OperationTexts = {
  /** What it does, and once it has finished what it did. */
  title: (operation: OperationRow) => string;
  /** So many items failed; their reasons follow. */
  failed: (count: number) => string;
  /** So many items were left as they are. */
  skipped: (count: number) => string;
  /** The button that lists the items that ended well; without it they are only counted. */
  listDone?: string;
};

type Props = {
  /** The operation to follow. */
  id: string;
  texts: OperationTexts;
  /** How an item that failed is named; its title by default. */
  subject?: (item: OperationItem) => ReactNode;
  /** The undo has started: an operation of its own. */
  onUndo: (undo: OperationRow) => void;
  onClose: () => void;
  /** It has just been started here: the focus moves to it, since the button that started it may be gone. */
  isNew?: boolean;
};

/**
 * One operation over many items: its progress and a button that stops the rest, then its result with the reason of each
 * item that failed, and the undo while it is offered. Nothing is shown of an operation that no longer exists.
 */
export function OperationProgress({ id, texts, subject, onUndo, onClose, isNew = false }: Props) {
  const operation = useOperation(id).data;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew && id) place.current?.focus();
  }, [isNew, id]);
  const words = operation ? texts.title(operation) : "";
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={words}
      className={operation ? classes.operation : undefined}
    >
      {/* Only the beginning and the end are read out, not each step. */}
      <p role="status" className="visually-hidden">
        {words}
      </p>
      {operation && !isFinished(operation) ? <Running operation={operation} words={words} /> : null}
      {operation && isFinished(operation) ? (
        <Finished {...{ operation, texts, subject, onUndo, onClose }} />
      ) : null}
    </section>
  );
}

function Running({ operation, words }: { operation: OperationRow; words: string }) {
  const { t } = useTranslation("base");
  const cancel = useCancelOperation();
  const { id, status, total, done, failed } = operation;
  const isCancelling = status === "cancelling" || cancel.isPending;
  return (
    <Banner
      title={words}
      action={
        <Button size="sm" variant="default" loading={isCancelling} onClick={() => cancel.mutate(id)}>
          {t(isCancelling ? "operation.cancelling" : "operation.cancel")}
        </Button>
      }
    >
      <div className={classes.bar}>
        <ProgressBar value={total === 0 ? 1 : (done + failed) / total} label={words} />
        <span>{t("operation.progress", { done: done + failed, total })}</span>
      </div>
    </Banner>
  );
}

const tones: Partial<Record<OperationRow["status"], BannerTone>> = {
  succeeded: "good",
  failed: "bad",
  partially_failed: "waiting",
};

type FinishedProps = Pick<Props, "texts" | "onUndo" | "onClose"> & {
  operation: OperationRow;
  subject: Props["subject"];
};

function Finished({ operation, texts, subject, onUndo, onClose }: FinishedProps) {
  const { t } = useTranslation("base");
  const undo = useUndoOperation(onUndo);
  const { id, status, total, done, failed, can_undo } = operation;
  const skipped = total - done - failed;
  return (
    <Banner
      tone={tones[status] ?? "info"}
      title={texts.title(operation)}
      action={
        <div className={classes.actions}>
          {can_undo ? (
            <Button size="sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate(id)}>
              {t("operation.undo")}
            </Button>
          ) : null}
          <Button size="sm" variant="subtle" onClick={onClose}>
            {t("close")}
          </Button>
        </div>
      }
    >
      {skipped > 0 ? <p>{texts.skipped(skipped)}</p> : null}
      {done > 0 && texts.listDone ? <Successes id={id} subject={subject} label={texts.listDone} /> : null}
      {failed > 0 ? (
        <>
          <p>{texts.failed(failed)}</p>
          <Failures operation={operation} subject={subject} />
        </>
      ) : null}
    </Banner>
  );
}

type Subject = { subject: Props["subject"] };

/** Many may have ended well: they are listed, page after page, when the merchant asks. */
function Successes({ id, subject, label }: Subject & { id: string; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const successes = useOperationSuccesses(id, isOpen);
  return (
    <>
      <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
      {isOpen ? <Items query={successes} subject={subject} /> : null}
    </>
  );
}

function Failures({ operation, subject }: Subject & { operation: OperationRow }) {
  return <Items query={useOperationFailures(operation)} subject={subject} />;
}

function Items({ query, subject }: Subject & { query: ReturnType<typeof useOperationFailures> }) {
  const { t } = useTranslation("base");
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <ul className={classes.reasons}>
        {items.map((item) => (
          <li key={item.number}>
            {subject ? subject(item) : <UserText>{item.title ?? item.subject}</UserText>}
            {item.reason ? `: ${item.reason.message}` : null}
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("operation.show_more")}
        </Button>
      ) : null}
    </>
  );
}

import { Button, Drawer } from "@mantine/core";
import { IconEdit, IconHistory } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { AnswerView } from "./answer-view.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { QuotaBar } from "./quota-bar.tsx";
import { useThread } from "./use-thread.ts";
import classes from "./writer.module.css";
import { useWriterState } from "./writer.queries.ts";
import { WriterChoices } from "./writer-choices.tsx";
import { WriterComposer } from "./writer-composer.tsx";
import { WritingView } from "./writing-view.tsx";

/** A chat that writes texts from the store's facts: choices above, the thread, and the request below. */
export function DigitalWriterPage() {
  const { t } = useTranslation(["assistants", "base"]);
  const isWide = useIsAtLeast("desktop");
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const state = useWriterState();
  const field = useRef<HTMLTextAreaElement>(null);
  const { answer: opened }: { answer?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (id: string | null) =>
    void navigate({ to: "/digital-writer", search: id === null ? {} : { answer: id }, replace: true });
  const thread = useThread(typeof opened === "string" ? opened : null, open);
  const { writing, isWriting, ids, choices, errors, prompt } = thread;

  const history = (
    <HistoryPanel
      openId={ids.at(-1) ?? null}
      onOpen={(id) => {
        thread.show(id);
        setHistoryOpen(false);
      }}
      onDeleted={thread.forget}
    />
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <div className={classes.acts}>
            {isWide ? null : (
              <Button
                variant="default"
                leftSection={<IconHistory size={18} aria-hidden />}
                onClick={() => setHistoryOpen(true)}
              >
                {t("history.open")}
              </Button>
            )}
            <Button variant="default" leftSection={<IconEdit size={18} aria-hidden />} onClick={thread.clear}>
              {t("history.new")}
            </Button>
          </div>
        }
      />
      <div className={classes.page}>
        <div className={classes.main}>
          <QueryBoundary query={state} fallback={<SkeletonRows count={1} />}>
            {(data) => <QuotaBar state={data} />}
          </QueryBoundary>
          <WriterChoices choices={choices} errors={errors} onChange={thread.choose} />
          {ids.length === 0 && !writing ? (
            <Card>
              <EmptyState title={t("empty.title")}>{t("empty.words")}</EmptyState>
            </Card>
          ) : null}
          {ids.map((id) => (
            <AnswerView
              key={id}
              id={id}
              isBusy={isWriting}
              onRevise={thread.revise}
              onAgain={thread.writeAgain}
              onEdit={(answer) => {
                thread.editRequest(answer);
                field.current?.focus();
              }}
            />
          ))}
          {writing ? <WritingView writing={writing} onRetry={thread.retry} /> : null}
          <WriterComposer
            value={prompt}
            error={errors.prompt?.[0]}
            isComment={choices.category === "comment_reply"}
            isWriting={isWriting}
            spoken={choices.tongue === "english" ? "en" : "ar"}
            fieldRef={field}
            onChange={thread.type}
            onSend={thread.send}
            onStop={thread.stop}
          />
        </div>
        {isWide ? (
          <aside className={classes.aside} aria-label={t("history.title")}>
            <Card title={t("history.title")}>{history}</Card>
          </aside>
        ) : (
          <Drawer
            opened={isHistoryOpen}
            onClose={() => setHistoryOpen(false)}
            title={<strong>{t("history.title")}</strong>}
            closeButtonProps={{ "aria-label": t("base:close") }}
          >
            {history}
          </Drawer>
        )}
      </div>
    </>
  );
}

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { Revision } from "../contract/writer-enums.ts";
import type { Answer, Version } from "../contract/writer-shapes.ts";
import { EngineLine, FactChips } from "./answer-parts.tsx";
import { VersionCard } from "./version-card.tsx";
import classes from "./writer.module.css";
import { useAnswer } from "./writer.queries.ts";

type Props = {
  id: string;
  isBusy: boolean;
  onRevise: (answer: Answer, version: Version, change: Revision) => void;
  onAgain: (answer: Answer) => void;
  onEdit: (answer: Answer) => void;
};

/** One answer of the thread: what was asked, its facts and its versions. */
export function AnswerView({ id, ...props }: Props) {
  const query = useAnswer(id);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {(answer) => <Shown answer={answer} {...props} />}
    </QueryBoundary>
  );
}

function Shown({ answer, isBusy, onRevise, onAgain, onEdit }: Omit<Props, "id"> & { answer: Answer }) {
  const { t } = useTranslation("assistants");
  const [open, setOpen] = useState(1);
  const { versions, status, engine, facts, revision, words } = answer;
  return (
    <section className={classes.turn}>
      <RequestBubble answer={answer} />
      {status === "writing" ? <p role="status">{t("writing")}</p> : null}
      {versions.length > 0 ? (
        <>
          <EngineLine engine={engine}>
            <strong>{t("versions", { count: versions.length })}</strong>
            {" · "}
            {t("words", { count: words })}
            {" · "}
          </EngineLine>
          <FactChips facts={facts} />
          <ol className={classes.versions}>
            {versions.map((version) => (
              <VersionCard
                key={version.id}
                answer={answer}
                version={version}
                isOpen={open === version.number}
                isBusy={isBusy}
                onOpen={() => setOpen(version.number)}
                onRevise={(one, change) => onRevise(answer, one, change)}
              />
            ))}
          </ol>
        </>
      ) : null}
      {status === "stopped" ? <p className={classes.small}>{t("stopped")}</p> : null}
      {status === "failed" ? <p className={classes.small}>{t("failed")}</p> : null}
      {revision === null && status !== "writing" ? (
        <div className={classes.acts}>
          <Button variant="subtle" disabled={isBusy} onClick={() => onAgain(answer)}>
            {t("again")}
          </Button>
          <Button variant="subtle" disabled={isBusy} onClick={() => onEdit(answer)}>
            {t("edit_request")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** The merchant's own words, or the choices where there were none. */
function RequestBubble({ answer: { revision, prompt, category, tongue, product_name } }: { answer: Answer }) {
  const { t } = useTranslation("assistants");
  const text = revision
    ? t(`revision.${revision.change}`)
    : prompt ||
      t("request_default", { category: t(`categories.${category}`), tongue: t(`tongues.${tongue}`) });
  return (
    <p className={classes.request}>
      <UserText>{product_name && !prompt ? `${text}: ${product_name}` : text}</UserText>
    </p>
  );
}

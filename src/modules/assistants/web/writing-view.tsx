import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { EngineLine, FactChips } from "./answer-parts.tsx";
import { Subscribe } from "./quota-bar.tsx";
import type { Writing } from "./use-writing.ts";
import classes from "./writer.module.css";

type Props = { writing: Writing; onRetry: () => void };

/** An answer while it is written, and one that was not finished with the way to go on. */
export function WritingView({ writing, onRetry }: Props) {
  const { t } = useTranslation("assistants");
  const { request, engine, facts, drafts, failure } = writing;
  return (
    <section className={classes.turn}>
      <p className={classes.request}>
        <UserText>{request.label}</UserText>
      </p>
      {engine ? <EngineLine engine={engine} /> : null}
      <FactChips facts={facts} />
      <ol className={classes.versions} aria-busy={failure === null}>
        {drafts.map((draft, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: versions only grow, each at its place
          <li key={index} className={classes.version}>
            <div className={classes.versionHead}>
              <span className={classes.number}>
                <Figure value={index + 1} />
              </span>
              <strong className={classes.headline}>
                <UserText>{draft?.headline ?? ""}</UserText>
              </strong>
            </div>
            <p className={classes.body}>
              <UserText>{draft?.body ?? ""}</UserText>
            </p>
          </li>
        ))}
      </ol>
      {failure === null ? (
        <p className={classes.small} role="status">
          {t("writing")}
        </p>
      ) : failure.code === "assistants.not_subscribed" ? (
        <Subscribe />
      ) : (
        <Banner
          tone="bad"
          urgent
          title={t("failed")}
          action={
            <Button variant="default" onClick={onRetry}>
              {t("retry")}
            </Button>
          }
        >
          {failure.message}
        </Banner>
      )}
    </section>
  );
}

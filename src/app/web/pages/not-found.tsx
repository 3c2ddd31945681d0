import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "#base/web/page.tsx";
import { Ltr } from "#base/web/text.tsx";
import classes from "./pages.module.css";

/** 404: no page at this address. */
export function NotFoundPage() {
  const { t } = useTranslation("app");
  return (
    <Notice number="404" title={t("not_found.title")} words={t("not_found.words")} drawing={<LostRoad />} />
  );
}

/** 401: the session does not reach here. */
export function UnauthorizedPage() {
  const { t } = useTranslation("app");
  return (
    <Notice
      number="401"
      title={t("unauthorized.title")}
      words={t("unauthorized.words")}
      drawing={<ClosedGate />}
    />
  );
}

/** 500: our side broke. */
export function ServerErrorPage() {
  const { t } = useTranslation("app");
  return (
    <Notice
      number="500"
      title={t("server_error.title")}
      words={t("server_error.words")}
      drawing={<LostRoad />}
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          {t("base:try_again")}
        </Button>
      }
    />
  );
}

type NoticeProps = { number: string; title: string; words: string; drawing: ReactNode; action?: ReactNode };

function Notice({ number, title, words, drawing, action }: NoticeProps) {
  const { t } = useTranslation("app");
  usePageTitle(title);
  return (
    <div className={classes.notice}>
      <div className={classes.drawing}>{drawing}</div>
      <p className={classes.number}>
        <Ltr>{number}</Ltr>
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={classes.words}>{words}</p>
      <div className={classes.actions}>
        {action}
        <Button component={Link} to="/">
          {t("to_home")}
        </Button>
      </div>
    </div>
  );
}

function LostRoad() {
  return (
    <svg viewBox="0 0 240 120" aria-hidden>
      <path d="M10 104c50-6 50-44 96-40s40 40 78 26" className={classes.road} />
      <circle cx="196" cy="82" r="9" className={classes.clay} />
      <path d="M196 73V34M196 36h26l-7 9 7 9h-26" className={classes.flag} />
    </svg>
  );
}

function ClosedGate() {
  return (
    <svg viewBox="0 0 240 120" aria-hidden>
      <path d="M70 108V56a50 50 0 0 1 100 0v52" className={classes.flag} />
      <rect x="92" y="62" width="56" height="42" rx="12" className={classes.soft} />
      <circle cx="120" cy="80" r="6" className={classes.clay} />
      <path d="M120 84v9" className={classes.clayLine} />
    </svg>
  );
}

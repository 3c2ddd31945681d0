import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type ComponentType, createContext, type ReactNode, use } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, isApiError } from "../data/api-error.ts";
import { CopyField } from "./copy-field.tsx";
import { InCard } from "./page.tsx";
import classes from "./states.module.css";

/** An empty state that teaches: what this is, a small drawing of it with data, one button. */
export function EmptyState({
  title,
  children,
  drawing,
  action,
}: {
  title: string;
  children: ReactNode;
  drawing?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <div className={classes.drawing} aria-hidden>
        {drawing ?? <RowsDrawing />}
      </div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.words}>{children}</p>
      {action}
    </div>
  );
}

export type FailureProps = {
  error: ApiError;
  onRetry: (() => void) | undefined;
  /** Inside a card: the rest of the page works, so the notice is small. */
  isPart: boolean;
};

/** The app's own notices for a missing ability (403), for what does not exist (404), and for a failure on our side (5xx). */
export const FailureNotices = createContext<{
  Refused: ComponentType<FailureProps>;
  Missing: ComponentType<FailureProps>;
  Broken: ComponentType<FailureProps>;
} | null>(null);

/** Something could not be fetched: the server's message, and a retry. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation("base");
  const notices = use(FailureNotices);
  const isPart = use(InCard);
  const apiError = isApiError(error) ? error : null;
  if (notices && apiError?.status === 403)
    return <notices.Refused error={apiError} onRetry={onRetry} isPart={isPart} />;
  if (notices && apiError?.status === 404)
    return <notices.Missing error={apiError} onRetry={onRetry} isPart={isPart} />;
  if (notices && apiError && apiError.status >= 500)
    return <notices.Broken error={apiError} onRetry={onRetry} isPart={isPart} />;
  return (
    <div className={classes.state} role="alert">
      <div className={classes.drawing} aria-hidden>
        <BrokenDrawing />
      </div>
      <h2 className={classes.title}>{t("could_not_show")}</h2>
      <p className={classes.words}>{apiError?.message ?? t("page_broke_words")}</p>
      {apiError?.requestId ? (
        <div className={classes.code}>
          <CopyField label={t("request_number")} value={apiError.requestId} />
        </div>
      ) : null}
      {onRetry ? (
        <Button variant="default" onClick={onRetry} leftSection={<IconRefresh size={18} aria-hidden />}>
          {t("try_again")}
        </Button>
      ) : null}
    </div>
  );
}

function RowsDrawing() {
  return (
    <svg viewBox="0 0 200 110" className={classes.picture} aria-hidden>
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(0 ${row * 36})`} opacity={1 - row * 0.28}>
          <rect x="4" y="4" width="192" height="30" rx="10" className={classes.paper} />
          <rect x="164" y="10" width="22" height="18" rx="6" className={classes.palm} />
          <rect x="96" y="12" width="56" height="6" rx="3" className={classes.dark} />
          <rect x="116" y="22" width="36" height="5" rx="2.5" className={classes.pale} />
          <rect x="14" y="15" width="34" height="8" rx="4" className={classes.clay} />
        </g>
      ))}
    </svg>
  );
}

function BrokenDrawing() {
  return (
    <svg viewBox="0 0 200 110" className={classes.picture} aria-hidden>
      <rect x="30" y="10" width="140" height="90" rx="16" className={classes.paper} />
      <path d="M50 72l28-22 22 12" fill="none" className={classes.palmLine} />
      <path d="M112 54l16-10 22 8" fill="none" className={classes.clayLine} />
      <circle cx="106" cy="58" r="3" className={classes.clay} />
    </svg>
  );
}

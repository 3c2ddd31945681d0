import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./pagination.module.css";
import { Figure } from "./text.tsx";

/** Moves through the pages of a list; hidden when there is one. Pages count from 1, as in the API. */
export function Pagination({
  page,
  size,
  total,
  onChange,
}: {
  page: number;
  size: number;
  total: number;
  onChange: (page: number) => void;
}) {
  const { t } = useTranslation("base");
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={t("pages")}>
      <PageButton label={t("previous_page")} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={18} aria-hidden className="turns" />
      </PageButton>
      {pagesToShow(page, pages).map((shown) =>
        shown.page === null ? (
          <span key={shown.key} aria-hidden>
            …
          </span>
        ) : (
          <PageButton
            key={shown.key}
            label={t("page_number", { page: shown.page })}
            current={shown.page === page}
            onClick={() => onChange(shown.page ?? 1)}
          >
            <Figure value={shown.page} />
          </PageButton>
        ),
      )}
      <PageButton label={t("next_page")} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={18} aria-hidden className="turns" />
      </PageButton>
    </nav>
  );
}

type ButtonProps = {
  label: string;
  current?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
};

function PageButton({ label, current, disabled, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes.page}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** First, last, and those around the current one; a gap is a null. */
export function pagesToShow(page: number, pages: number): { key: string; page: number | null }[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(candidates)].sort((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const gap = index > 0 && one - (sorted[index - 1] ?? one) > 1;
    const entry = { key: String(one), page: one };
    return gap ? [{ key: `gap-${one}`, page: null }, entry] : [entry];
  });
}

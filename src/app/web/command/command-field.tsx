import { IconArrowLeft, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./command.module.css";
import { listId } from "./option-list.tsx";

type Props = {
  typed: string;
  placeholder: string;
  activeId: string | undefined;
  isBusy: boolean;
  onType: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBack?: () => void;
};

/** The field over the list: it keeps the focus while arrows move through what is listed. */
export function CommandField({ typed, placeholder, activeId, isBusy, onType, onKeyDown, onBack }: Props) {
  const { t } = useTranslation(["command", "app"]);
  const input = useRef<HTMLInputElement>(null);
  // In the dialog's second step this is another field.
  useEffect(() => input.current?.focus(), []);
  return (
    <search className={classes.field}>
      {onBack ? (
        <button type="button" className={classes.back} aria-label={t("command:back")} onClick={onBack}>
          <IconArrowLeft size={20} aria-hidden className="turns" />
        </button>
      ) : (
        <IconSearch size={20} aria-hidden />
      )}
      <input
        ref={input}
        data-autofocus
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { "aria-activedescendant": activeId })}
        aria-label={t("app:nav.search")}
        aria-busy={isBusy}
        autoComplete="off"
        maxLength={120}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={classes.input}
      />
    </search>
  );
}

import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TableNote } from "../../contract/report-tabs.ts";
import classes from "./tabs.module.css";

/** What a reader has to know of the figures. */
export function TableNotes({ notes }: { notes: readonly TableNote[] }) {
  const { t } = useTranslation("reports_tabs");
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>
          <IconInfoCircle size={18} aria-hidden />
          {t(`notes.${note}`)}
        </li>
      ))}
    </ul>
  );
}

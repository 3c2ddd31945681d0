import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { useNotes } from "./example.queries.ts";

export function NotesPage() {
  const { t } = useTranslation("example");
  const notes = useNotes();
  return (
    <QueryBoundary query={notes} fallback={null}>
      {({ items }) => (
        <ul aria-label={t("title")} data-can-add={holdsAbility("example_note", "manage")}>
          {items.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  );
}

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Language, languages } from "#base/shared/language.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { UndoButtons } from "#base/web/kit/undo-buttons.tsx";
import { type Half, halves } from "../../domain/halves.ts";
import classes from "./page-editor.module.css";
import type { PageEditing } from "./use-page-editing.ts";

/** Undo, redo, the page's language, the half that is edited, and whether everything is saved. */
export function EditorToolbar({ editing }: { editing: PageEditing }) {
  const { t } = useTranslation("landing_pages");
  const { saveState } = editing;
  const isSaved = saveState === "saved";
  return (
    <div className={classes.toolbar}>
      <UndoButtons editing={editing} labels={{ undo: t("editor.undo"), redo: t("editor.redo") }} />
      <SegmentedControl
        aria-label={t("form.language")}
        data={languages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
        value={editing.language}
        onChange={(value) => editing.changeLanguage(value as Language)}
      />
      {editing.hasOtherHalf ? (
        <SegmentedControl
          aria-label={t("test.half")}
          data={halves.map((value) => ({ value, label: t(`test.half_${value}`) }))}
          value={editing.half}
          onChange={(value) => editing.chooseHalf(value as Half)}
        />
      ) : null}
      <span className={classes.quiet} role="status">
        {t(isSaved ? "editor.saved" : saveState === "saving" ? "editor.saving" : "editor.not_saved")}
      </span>
    </div>
  );
}

type Props = { editing: PageEditing; isChangedElsewhere: boolean; onReload: () => void };

/** What stands in the way of saving, and the way on. */
export function SaveNotice({ editing, isChangedElsewhere, onReload }: Props) {
  const { t } = useTranslation("landing_pages");
  if (isChangedElsewhere)
    return (
      <Banner
        tone="waiting"
        urgent
        title={t("editor.changed_elsewhere")}
        action={
          <Button variant="default" onClick={onReload}>
            {t("editor.reload")}
          </Button>
        }
      >
        {t(editing.saveState === "conflict" ? "editor.conflict" : "editor.older_shown")}
      </Banner>
    );
  if (editing.saveState !== "failed") return null;
  return (
    <Banner
      tone="waiting"
      urgent
      title={t("editor.not_saved")}
      action={
        <Button variant="default" onClick={() => void editing.flush()}>
          {t("editor.retry")}
        </Button>
      }
    >
      {editing.failure}
    </Banner>
  );
}

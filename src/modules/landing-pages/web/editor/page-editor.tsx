import { useHotkeys } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import { BlockList } from "./block-list.tsx";
import { ColorFields } from "./color-fields.tsx";
import { EditorActions } from "./editor-actions.tsx";
import { EditorToolbar, SaveNotice } from "./editor-toolbar.tsx";
import { FiguresCard } from "./figures-card.tsx";
import classes from "./page-editor.module.css";
import { PagePreview } from "./page-preview.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { TestCard } from "./test-card.tsx";
import { usePageEditing } from "./use-page-editing.ts";
import { VersionsCard } from "./versions-card.tsx";

type Props = {
  page: PageDetails;
  /** Opens what is saved instead of what is edited here. */
  onReload: () => void;
};

const panes = ["blocks", "preview", "figures", "versions", "settings"] as const;
type Pane = (typeof panes)[number];

export function PageEditor({ page, onReload }: Props) {
  const { t } = useTranslation("landing_pages");
  const editing = usePageEditing(page);
  const { content, saveState, saved } = editing;
  const [selected, setSelected] = useState<string | null>("hero");
  const [pane, setPane] = useState<Pane>("blocks");
  const isWide = useIsAtLeast("desktop");
  const shown = isWide && pane === "preview" ? "blocks" : pane;
  const canManage = holdsAbility("landing_page", "manage");
  useHotkeys(
    [
      ["mod+Z", editing.undo],
      ["mod+shift+Z", editing.redo],
    ],
    [],
  );
  const isChangedElsewhere =
    saveState === "conflict" || (saveState === "saved" && page.revision > saved.revision);
  return (
    <>
      <PageHeader
        title={content.headline || page.product_name}
        lead={<Link to="/landing-pages">{t("editor.back")}</Link>}
        actions={canManage ? <EditorActions page={page} onFlush={editing.flush} /> : null}
      />
      <SaveNotice editing={editing} isChangedElsewhere={isChangedElsewhere} onReload={onReload} />
      <div className={classes.panes}>
        <SegmentedControl
          aria-label={t("editor.pane")}
          data={panes
            .filter((value) => !isWide || value !== "preview")
            .map((value) => ({ value, label: t(`editor.${value}`) }))}
          value={shown}
          onChange={(value) => setPane(value as Pane)}
        />
      </div>
      <div className={classes.editor}>
        {shown === "blocks" ? (
          <fieldset className={classes.panel} disabled={!canManage}>
            <legend className="visually-hidden">{t("editor.blocks")}</legend>
            <EditorToolbar editing={editing} />
            <BlockList editing={editing} page={page} selected={selected} onSelect={setSelected} />
            <Card title={t("colors.title")}>
              <ColorFields
                colors={content.colors}
                onChange={(colors) => editing.changeContent({ colors }, "colors")}
              />
            </Card>
          </fieldset>
        ) : null}
        {shown === "figures" ? (
          <div className={classes.panel}>
            <FiguresCard page={page} />
            <TestCard page={page} editing={editing} canManage={canManage} onEdit={() => setPane("blocks")} />
          </div>
        ) : null}
        {shown === "versions" ? (
          <VersionsCard page={page} canManage={canManage} onFlush={editing.flush} onRestored={onReload} />
        ) : null}
        {shown === "settings" ? <SettingsCard page={page} canManage={canManage} /> : null}
        {isWide || shown === "preview" ? (
          <PagePreview
            page={page}
            half={editing.half}
            isSaving={saveState === "saving"}
            onPick={(key) => {
              setSelected(key);
              setPane("blocks");
            }}
          />
        ) : null}
      </div>
    </>
  );
}

import { Button, Switch } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { UndoButtons } from "#base/web/kit/undo-buttons.tsx";
import type { DesignDetails, Layer, LayerKey } from "../../contract/design-shapes.ts";
import type { Placement } from "../../contract/placements.ts";
import { changeLayer, placeLayer, reorderLayer, resizeText } from "../../domain/change-layers.ts";
import { useDesign, useSize } from "../designer.queries.ts";
import { Canvas } from "./canvas.tsx";
import { DesignActions } from "./design-actions.tsx";
import classes from "./editor.module.css";
import { LayerFields } from "./layer-fields.tsx";
import { LayerList } from "./layer-list.tsx";
import { SizeStrip } from "./size-strip.tsx";
import { type Editing, useEditing } from "./use-editing.ts";
import { Verdicts } from "./verdicts.tsx";

/** One design: its canvas, its layers, and all its sizes. */
export function DesignEditor({ id }: { id: string }) {
  const query = useDesign(id);
  const [reloads, setReloads] = useState(0);
  const reload = async () => {
    await query.refetch();
    setReloads(reloads + 1);
  };
  return (
    <QueryBoundary query={query} fallback={<SkeletonLine height="24rem" />}>
      {(design) => <Editor key={reloads} design={design} onReload={() => void reload()} />}
    </QueryBoundary>
  );
}

/** `onReload` opens what is saved instead of what is edited here. */
function Editor({ design: opened, onReload }: { design: DesignDetails; onReload: () => void }) {
  const { t } = useTranslation("designer");
  const editing = useEditing(opened);
  const { sizes, saved, flush } = editing;
  const [placement, setPlacement] = useState<Placement>(opened.placements[0] ?? "story");
  const [selected, setSelected] = useState<LayerKey | null>("headline");
  const [showsZones, setShowsZones] = useState(false);
  const { data: size, isFetching } = useSize(saved.id, placement, saved.version);
  useHotkeys(
    [
      ["mod+Z", editing.undo],
      ["mod+shift+Z", editing.redo],
    ],
    [],
  );
  const layers = sizes[placement] ?? [];
  const layer = layers.find(({ key }) => key === selected);
  return (
    <>
      <PageHeader
        title={saved.headline || saved.product_name}
        lead={
          <Link to="/digital-designer" search={{}}>
            {t("design.back")}
          </Link>
        }
        actions={<DesignActions design={saved} placement={placement} onFlush={flush} />}
      />
      <SaveNotice editing={editing} onReload={onReload} />
      <div className={classes.editor}>
        <section className={classes.stage}>
          <Toolbar editing={editing} showsZones={showsZones} onZones={setShowsZones} />
          <Canvas
            placement={placement}
            layers={layers}
            previewUrl={size?.preview_url}
            isDrawing={isFetching || editing.saveState === "saving"}
            showsZones={showsZones}
            selected={selected}
            onSelect={setSelected}
            onPlace={(key, box, gesture) => editing.change(placeLayer(sizes, placement, key, box), gesture)}
          />
          {size ? <Verdicts size={size} design={saved} onUpdatePrice={() => void flush(true)} /> : null}
          <SizeStrip design={saved} placement={placement} onChoose={setPlacement} />
        </section>
        <aside className={classes.panel}>
          <Card title={t("layers.title")}>
            <LayerList
              layers={layers}
              selected={selected}
              onSelect={setSelected}
              onHide={(key, is_hidden) =>
                editing.change(changeLayer(sizes, key, { is_hidden }), `hide ${key}`)
              }
              onMove={(key, step) => editing.change(reorderLayer(sizes, key, step), "")}
            />
          </Card>
          {layer ? (
            <Card title={t(`layers.${layer.key}`)}>
              <LayerFields
                layer={layer}
                colors={listColors(layers)}
                onChange={(patch) =>
                  editing.change(changeLayer(sizes, layer.key, patch), `${layer.key} ${Object.keys(patch)}`)
                }
                onPlace={(box) =>
                  editing.change(placeLayer(sizes, placement, layer.key, box), `box ${layer.key}`)
                }
                onResize={(px) =>
                  editing.change(resizeText(sizes, placement, layer.key, px), `size ${layer.key}`)
                }
              />
            </Card>
          ) : null}
        </aside>
      </div>
    </>
  );
}

type ToolbarProps = { editing: Editing; showsZones: boolean; onZones: (shows: boolean) => void };

function Toolbar({ editing, showsZones, onZones }: ToolbarProps) {
  const { t } = useTranslation("designer");
  const { saveState } = editing;
  return (
    <div className={classes.toolbar}>
      <UndoButtons editing={editing} labels={{ undo: t("edit.undo"), redo: t("edit.redo") }} />
      <Switch
        label={t("edit.zones")}
        checked={showsZones}
        onChange={(event) => onZones(event.currentTarget.checked)}
      />
      <span className={classes.quiet} role="status">
        {t(saveState === "saving" ? "edit.saving" : saveState === "saved" ? "edit.saved" : "edit.not_saved")}
      </span>
    </div>
  );
}

/** What stands in the way of saving, and the way on. */
function SaveNotice({ editing, onReload }: { editing: Editing; onReload: () => void }) {
  const { t } = useTranslation("designer");
  if (editing.saveState === "failed")
    return (
      <Banner
        tone="waiting"
        title={t("edit.not_saved")}
        action={
          <Button variant="default" onClick={() => void editing.flush()}>
            {t("edit.retry")}
          </Button>
        }
      >
        {editing.failure}
      </Banner>
    );
  if (editing.saveState !== "conflict") return null;
  return (
    <Banner
      tone="waiting"
      title={t("edit.not_saved")}
      action={
        <Button variant="default" onClick={onReload}>
          {t("edit.reload")}
        </Button>
      }
    >
      {t("edit.conflict")}
    </Banner>
  );
}

/** Every colour that the design uses, once. */
const listColors = (layers: readonly Layer[]): string[] => [
  ...new Set([
    ...layers.flatMap((layer) =>
      layer.kind === "picture" || layer.kind === "logo" || layer.kind === "backdrop"
        ? []
        : layer.kind === "price"
          ? [layer.color, layer.tag_color]
          : [layer.color],
    ),
    "#ffffff",
  ]),
];

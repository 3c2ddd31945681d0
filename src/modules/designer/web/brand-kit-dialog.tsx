import { Button, Checkbox, Modal, Select, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { errorNode } from "#base/web/forms/fields.tsx";
import { UploadBox } from "#base/web/forms/upload-box.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { BrandKit } from "../contract/brand-kit.calls.ts";
import {
  type FontFamily,
  fontFamilies,
  logoMaxBytes,
  phraseMax,
  phrasesMax,
} from "../contract/designer-enums.ts";
import { isReadablePair } from "../domain/brand-colors.ts";
import classes from "./designer.module.css";
import { designerKeys, useBrandKit } from "./designer.queries.ts";
import { callKit } from "./designer-calls.ts";

/** Logo, colours, font and refused phrases of all designs to come. */
export function BrandKitDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(["designer", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const query = useBrandKit();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={isPhone}
      title={<strong>{t("brand.title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {(kit) => <KitForm key={kit.logo_url} kit={kit} onClose={onClose} />}
      </QueryBoundary>
    </Modal>
  );
}

const firstColors = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f" };

function KitForm({ kit, onClose }: { kit: BrandKit; onClose: () => void }) {
  const { t } = useTranslation("designer");
  const client = useQueryClient();
  const [colors, setColors] = useState(kit.colors);
  const [font, setFont] = useState(kit.font);
  const [phrases, setPhrases] = useState(kit.phrases.join("\n"));
  const show = (changed: BrandKit) => client.setQueryData(designerKeys.brandKit, changed);
  const save = useMutation({
    mutationFn: () => {
      const lines = phrases.split("\n").filter((line) => line.trim() !== "");
      return callKit("PUT Clients/DigitalDesigner/brand-kit", {
        body: { colors, font, phrases: lines },
        quiet: true,
      });
    },
    onSuccess: (changed) => {
      show(changed);
      notify(t("brand.saved"), "success");
      onClose();
    },
  });
  const remove = useMutation({
    mutationFn: () => callKit("DELETE Clients/DigitalDesigner/brand-kit/logo"),
    onSuccess: show,
  });
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <UploadBox
        label={t("brand.logo")}
        hint={t("brand.logo_hint")}
        accept="image/png,image/jpeg,image/webp"
        maxBytes={logoMaxBytes}
        onUpload={(file, onProgress, signal) =>
          callKit("POST Clients/DigitalDesigner/brand-kit/logo", {
            body: toFormData({ file }),
            onProgress,
            signal,
            quiet: true,
          })
        }
        onDone={show}
      />
      {kit.logo_url ? (
        <div className={classes.acts}>
          <img className={classes.logo} src={kit.logo_url} alt={t("brand.logo_alt")} />
          <Button variant="subtle" color="bad" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("brand.remove_logo")}
          </Button>
        </div>
      ) : null}
      <Checkbox
        label={t("brand.own_colors")}
        checked={colors !== null}
        onChange={(event) => setColors(event.currentTarget.checked ? (kit.colors ?? firstColors) : null)}
      />
      {colors ? (
        <fieldset className={classes.colors}>
          <legend>{t("brand.colors")}</legend>
          {(["main", "soft", "accent"] as const).map((role) => (
            <label key={role}>
              <input
                type="color"
                value={colors[role]}
                onChange={(event) => setColors({ ...colors, [role]: event.currentTarget.value })}
              />
              {t(`brand.${role}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
      {colors && !isReadablePair(colors) ? <p className={classes.quiet}>{t("brand.low_contrast")}</p> : null}
      <Select
        label={t("brand.font")}
        placeholder={t("brand.style_font")}
        clearable
        data={[...fontFamilies]}
        value={font}
        onChange={(value) => setFont(value as FontFamily | null)}
      />
      <Textarea
        label={t("brand.phrases")}
        description={t("brand.phrases_help")}
        rows={3}
        dir="auto"
        maxLength={(phraseMax + 1) * phrasesMax}
        value={phrases}
        error={errorNode(isApiError(save.error) ? save.error.message : null)}
        onChange={(event) => setPhrases(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending}>
        {t("brand.save")}
      </Button>
    </form>
  );
}

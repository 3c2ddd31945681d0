import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { useBrandKit } from "#modules/designer/web/designer.queries.ts";
import type { PageColors } from "../../contract/page-content.ts";
import { findUnreadableColors, mendColors } from "../../domain/check-colors.ts";
import { defaultColors } from "../../domain/default-content.ts";
import classes from "./page-editor.module.css";

type Props = { colors: PageColors; onChange: (colors: PageColors) => void };

const roles = ["main", "accent", "ground"] as const;

/** The page's colours. Those in which its texts would be hard to read are not taken over; a near one is offered. */
export function ColorFields({ colors, onChange }: Props) {
  const { t } = useTranslation("landing_pages");
  const [typed, setTyped] = useState(colors);
  // Undo, or another tab, changes them from outside.
  useEffect(() => setTyped(colors), [colors]);
  const unreadable = findUnreadableColors(typed);
  const choose = (next: PageColors) => {
    setTyped(next);
    if (findUnreadableColors(next).length === 0) onChange(next);
  };
  return (
    <div className={classes.field}>
      <div className={classes.colors}>
        {roles.map((role) => (
          <label key={role}>
            <input
              type="color"
              value={typed[role]}
              onChange={(event) => choose({ ...typed, [role]: event.currentTarget.value })}
            />
            {t(`colors.${role}`)}
          </label>
        ))}
      </div>
      {unreadable.map((role) => (
        <ErrorLine key={role} id={`color-${role}`}>
          {t(`colors.unreadable_${role}`)}
        </ErrorLine>
      ))}
      <div className={classes.toolbar}>
        {unreadable.length > 0 ? (
          <Button onClick={() => choose(mendColors(typed))}>{t("colors.mend")}</Button>
        ) : null}
        {holdsAbility("digital_designer", "use") ? <BrandColors onChoose={choose} /> : null}
        <Button variant="subtle" onClick={() => choose(defaultColors)}>
          {t("colors.reset")}
        </Button>
      </div>
    </div>
  );
}

/** The colours of the designer's brand kit, where the merchant has set some. */
function BrandColors({ onChoose }: { onChoose: (colors: PageColors) => void }) {
  const { t } = useTranslation("landing_pages");
  const brand = useBrandKit().data?.colors;
  if (!brand) return null;
  const { main, accent, soft: ground } = brand;
  return (
    <Button variant="default" onClick={() => onChoose(mendColors({ main, accent, ground }))}>
      {t("colors.brand")}
    </Button>
  );
}

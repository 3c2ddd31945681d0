import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import classes from "./campaigns.module.css";
import type { KeptFields } from "./use-kept-fields.ts";

/** Says that unsaved values were restored, and which of them were changed elsewhere meanwhile. */
export function KeptNote({ kept }: { kept: KeptFields }) {
  const { t } = useTranslation("campaigns");
  return (
    <>
      {kept.wasRestored ? (
        <Banner
          title={t("kept.title")}
          action={
            <Button variant="default" onClick={kept.forget}>
              {t("kept.discard")}
            </Button>
          }
        >
          {t("kept.words")}
        </Banner>
      ) : null}
      {kept.conflicts.length > 0 ? <Conflict kept={kept} /> : null}
    </>
  );
}

function Conflict({ kept: { conflicts, settle } }: { kept: KeptFields }) {
  const { t } = useTranslation("campaigns");
  const fields = conflicts.map((field) => t(`field_names.${field}`)).join(t("list_comma"));
  return (
    <Banner
      tone="waiting"
      urgent
      title={t("kept.conflict", { fields })}
      action={
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => settle("server")}>
            {t("kept.take_theirs")}
          </Button>
          <Button variant="subtle" onClick={() => settle("typed")}>
            {t("kept.keep_mine")}
          </Button>
        </div>
      }
    >
      {t("kept.conflict_words")}
    </Banner>
  );
}

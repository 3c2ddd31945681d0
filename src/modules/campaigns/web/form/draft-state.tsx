import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import classes from "./form.module.css";
import type { useDraft } from "./use-draft.ts";

type Stored = Pick<ReturnType<typeof useDraft>, "other" | "keepLocal" | "acceptOther">;

/** Another window or device changed the draft: nothing is stored before the merchant has chosen which to keep. */
export function ChangedElsewhere({ stored: { other, keepLocal, acceptOther } }: { stored: Stored }) {
  const { t } = useTranslation("campaigns_form");
  if (!other) return null;
  const { draft, isOnDevice } = other;
  const [changed, gone, take] = isOnDevice
    ? ["changed_on_device", "gone_on_device", "take_device"]
    : ["changed_elsewhere", "gone_elsewhere", "take_theirs"];
  return (
    <Banner
      tone="waiting"
      urgent
      title={t(draft ? changed : gone)}
      action={
        <Group gap="xs">
          <Button variant="default" onClick={acceptOther}>
            {t(draft ? take : "begin_anew")}
          </Button>
          <Button variant="default" onClick={keepLocal}>
            {t("keep_mine")}
          </Button>
        </Group>
      }
    >
      {draft?.savedAt ? (
        <p>
          {t("saved_there")} <DateText at={draft.savedAt} style="short" /> <TimeText at={draft.savedAt} />
          {draft.draft.campaign.name ? (
            <>
              {" · "}
              <UserText>{draft.draft.campaign.name}</UserText>
            </>
          ) : null}
        </p>
      ) : null}
      {t("changed_elsewhere_words")}
    </Banner>
  );
}

/** "Draft saved 6:43 PM". */
export function DraftSaved({ at }: { at: string | null }) {
  const { t } = useTranslation("campaigns_form");
  return (
    <p className={classes.saved} data-line="">
      {at ? (
        <>
          {t("draft_saved")} <TimeText at={at} />
        </>
      ) : null}
    </p>
  );
}

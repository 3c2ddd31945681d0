import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconDots, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
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

/** The draft's rare actions, away from the step's buttons. */
export function DraftMenu({ savedAt, onClear }: { savedAt: string | null; onClear: () => void }) {
  const { t } = useTranslation("campaigns_form");
  const [isConfirming, setConfirming] = useState(false);
  if (savedAt === null) return null;
  return (
    <>
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="xl" data-small="" aria-label={t("draft_menu")}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            color="bad"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setConfirming(true)}
          >
            {t("discard")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isConfirming}
        title={t("discard")}
        confirm={t("discard")}
        danger
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          onClear();
          setConfirming(false);
        }}
      >
        {t("discard_words")}
      </ConfirmDialog>
    </>
  );
}

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UserLine } from "#base/web/kit/text.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { DeleteMedia } from "./delete-media.tsx";
import classes from "./library.module.css";
import { MediaFacts } from "./media-facts.tsx";
import { MediaPreview } from "./media-preview.tsx";
import { PosterDialog } from "./poster-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";
import { UsesList } from "./uses-list.tsx";

type Doing = "rename" | "delete" | "poster" | null;

/** One file of the library: its picture or moving preview, its facts, where it is used, and what can be done. */
export function MediaCard({ media }: { media: Media }) {
  const [doing, setDoing] = useState<Doing>(null);
  const stop = () => setDoing(null);
  return (
    <article className={classes.card} aria-label={media.file_name}>
      <MediaPreview media={media} />
      <div className={classes.about}>
        {doing === "rename" ? (
          <RenameForm media={media} onDone={stop} />
        ) : (
          <div className={classes.nameRow}>
            <strong className={classes.name} title={media.file_name}>
              <UserLine>{media.file_name}</UserLine>
            </strong>
            {holdsAbility("media", "manage") ? <Actions media={media} onChoose={setDoing} /> : null}
          </div>
        )}
        <MediaFacts media={media} />
        <Uses media={media} />
      </div>
      {doing === "delete" ? <DeleteMedia media={media} onClose={stop} /> : null}
      {doing === "poster" ? <PosterDialog media={media} onClose={stop} /> : null}
    </article>
  );
}

/** How many ads show the file; which ones is loaded when it is asked. */
function Uses({ media: { id, uses } }: { media: Media }) {
  const { t } = useTranslation("creative");
  const [isOpen, setOpen] = useState(false);
  if (uses === 0) return <span className={classes.small}>{t("library.unused")}</span>;
  return (
    <details className={classes.uses} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("library.used", { count: uses })}</summary>
      {isOpen ? <UsesList mediaId={id} /> : null}
    </details>
  );
}

function Actions({ media, onChoose }: { media: Media; onChoose: (doing: Doing) => void }) {
  const { t } = useTranslation("creative");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size="2.75rem"
          variant="subtle"
          aria-label={t("library.actions", { name: media.file_name })}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onChoose("rename")}>
          {t("library.rename")}
        </Menu.Item>
        {media.kind === "video" ? (
          <Menu.Item leftSection={<IconPhoto size={18} aria-hidden />} onClick={() => onChoose("poster")}>
            {t("library.poster")}
          </Menu.Item>
        ) : null}
        <Menu.Item
          color="bad"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onChoose("delete")}
        >
          {t("library.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

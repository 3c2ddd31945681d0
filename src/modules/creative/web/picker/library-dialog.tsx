import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UserLine } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../../contract/creative.calls.ts";
import type { LibraryFilter } from "../creative.queries.ts";
import { Library } from "../library/library.tsx";
import { MediaFacts } from "../library/media-facts.tsx";
import classes from "./picker.module.css";

type Props = {
  /** The kinds of files that the place takes. */
  kinds: readonly MediaKind[];
  /** Whether a file meets the limits of the place. */
  isFitting: (media: Media) => boolean;
  onChoose: (media: Media) => void;
  onClose: () => void;
};

/** The library to choose from: what the place does not take is shown with the reason, and cannot be chosen. */
export function LibraryDialog({ kinds, isFitting, onChoose, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const isWide = useIsAtLeast("tablet");
  const [filter, setFilter] = useState<LibraryFilter>({ search: "", kind: null });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="xl"
      title={<strong>{t("picker.from_library")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <Library
        filter={filter}
        kinds={kinds}
        onFilter={(patch) => setFilter((before) => ({ ...before, ...patch }))}
        listClass={classes.choices ?? ""}
        item={(media) => <Choice media={media} isFitting={isFitting(media)} onChoose={onChoose} />}
      />
    </Modal>
  );
}

type ChoiceProps = { media: Media; isFitting: boolean; onChoose: (media: Media) => void };

function Choice({ media, isFitting, onChoose }: ChoiceProps) {
  const { t } = useTranslation("creative");
  return (
    <button type="button" className={classes.choice} disabled={!isFitting} onClick={() => onChoose(media)}>
      <img src={media.thumbnail_url} alt="" loading="lazy" />
      <UserLine>{media.file_name}</UserLine>
      <MediaFacts media={media} />
      {isFitting ? null : <span className={classes.small}>{t("picker.not_fitting")}</span>}
    </button>
  );
}

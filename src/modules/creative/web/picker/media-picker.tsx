import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { useObservable } from "#base/web/runtime/observable.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { listTargetsOf } from "../../domain/media-targets.ts";
import { mediaQuery } from "../creative.queries.ts";
import { uploads } from "../uploads/app-uploads.ts";
import { UploadRow } from "../uploads/upload-row.tsx";
import { FileDrop } from "./file-drop.tsx";
import classes from "./picker.module.css";
import { toAccept } from "./to-accept.ts";
import { useIntake } from "./use-intake.ts";

const LibraryDialog = lazy(async () => ({ default: (await import("./library-dialog.tsx")).LibraryDialog }));
const MendDialog = lazy(async () => ({ default: (await import("../mend/mend-dialog.tsx")).MendDialog }));

type Props = {
  label: string;
  /** The platform's limits and guidance in words. */
  hint: ReactNode;
  limits: Capabilities;
  placements: readonly Placement[];
  /** The chosen file. */
  mediaId: string | null;
  error?: ReactNode;
  onChoose: (media: Media) => void;
};

/** One file for an ad: uploaded here, or chosen from the library. Its upload goes on when the form is left. */
export function MediaPicker({ label, hint, limits, placements, mediaId, error, onChoose }: Props) {
  const { t } = useTranslation("creative");
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [uploadId, setUploadId] = useState<string | null>(null);
  const targets = listTargetsOf(limits, placements);
  const accepted = targets.map((target) => target.limits);
  const choose = (media: Media) => {
    client.setQueryData(mediaQuery(media.id).queryKey, media);
    onChoose(media);
  };
  const intake = useIntake({ targets, onAdded: setUploadId, onDone: choose });
  const upload = useObservable(uploads.items).find(({ id, state }) => id === uploadId && state !== "done");
  const media = useQuery(mediaQuery(mediaId ?? "")).data ?? null;
  return (
    <>
      <FileDrop
        label={label}
        hint={hint}
        accept={toAccept(accepted)}
        intake={intake}
        error={error}
        chosen={
          upload || media ? (
            <div className={classes.chosen}>
              {upload ? <UploadRow item={upload} /> : <Chosen media={media} />}
            </div>
          ) : undefined
        }
        other={
          <Button variant="subtle" onClick={() => setOpen(true)}>
            {t("picker.from_library")}
          </Button>
        }
      />
      <Suspense fallback={null}>
        {isOpen ? (
          <LibraryDialog
            accepted={accepted}
            onClose={() => setOpen(false)}
            onChoose={(one) => {
              setUploadId(null);
              choose(one);
              setOpen(false);
            }}
          />
        ) : null}
        {intake.mending ? (
          <MendDialog
            key={`${intake.mending.file.name}${intake.mending.file.lastModified}`}
            one={intake.mending}
            onDone={intake.sendMended}
            onClose={intake.dropMending}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function Chosen({ media }: { media: Media | null }) {
  if (!media) return null;
  return (
    <>
      <img className={classes.shot} src={media.thumbnail_url} alt="" />
      <strong>
        <UserText>{media.file_name}</UserText>
      </strong>
    </>
  );
}

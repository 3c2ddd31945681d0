import { Button } from "@mantine/core";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, type Ref, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { useObservable } from "#base/web/runtime/observable.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { uploadable } from "../../contract/uploads.ts";
import { checkFile } from "../../domain/check-file.ts";
import { listTargets, type MediaPlace } from "../../domain/media-targets.ts";
import { mediaQuery } from "../creative.queries.ts";
import { toFacts } from "../library/to-facts.ts";
import { uploads } from "../uploads/app-uploads.ts";
import type { UploadItem } from "../uploads/upload-queue.ts";
import { UploadRow } from "../uploads/upload-row.tsx";
import { FileDrop } from "./file-drop.tsx";
import classes from "./picker.module.css";
import { toAccept } from "./to-accept.ts";
import { useIntake } from "./use-intake.ts";

const LibraryDialog = lazy(async () => ({ default: (await import("./library-dialog.tsx")).LibraryDialog }));
const MendDialog = lazy(async () => ({ default: (await import("../mend/mend-dialog.tsx")).MendDialog }));

type Props = {
  label: string;
  /** The platforms' limits and guidance in words. */
  hint: ReactNode;
  /** The platforms whose ads the file is for. */
  places: readonly MediaPlace[];
  /** The chosen files: one for each shape. */
  mediaIds: readonly string[];
  error?: ReactNode;
  /** The button that opens the file chooser. */
  chooserRef?: Ref<HTMLButtonElement> | undefined;
  /** A file is ready; `platforms` are those of the places that take it. */
  onChoose: (media: Media, platforms: readonly Platform[]) => void;
};

/** The file of an ad: uploaded here, or chosen from the library. Its upload goes on when the form is left. */
export function MediaPicker({ label, hint, places, mediaIds, error, chooserRef, onChoose }: Props) {
  const { t } = useTranslation("creative");
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const current = useCurrentUploads();
  const targets = listTargets(places);
  const choose = (media: Media) => {
    client.setQueryData(mediaQuery(media.id).queryKey, media);
    onChoose(media, listTaking(media, places));
  };
  const intake = useIntake({
    targets,
    isEachNeeded: true,
    onTake: current.clear,
    onAdded: current.add,
    onDone: (media, uploadId) => {
      if (current.has(uploadId)) choose(media);
    },
  });
  const running = useObservable(uploads.items).filter(
    ({ id, state }) => current.ids.includes(id) && state !== "done",
  );
  const chosen = useQueries({ queries: mediaIds.map(mediaQuery) }).flatMap(({ data }) => data ?? []);
  return (
    <>
      <FileDrop
        label={label}
        hint={hint}
        accept={toAccept(targets.map(({ limits }) => limits))}
        intake={intake}
        error={error}
        chooserRef={chooserRef}
        chosen={running.length + chosen.length > 0 ? <Chosen running={running} media={chosen} /> : undefined}
        other={
          <Button variant="subtle" onClick={() => setOpen(true)}>
            {t("picker.from_library")}
          </Button>
        }
      />
      <Suspense fallback={null}>
        {isOpen ? (
          <LibraryDialog
            kinds={[...new Set(targets.map(({ limits }) => limits.kind))]}
            isFitting={(media) => listTaking(media, places).length > 0}
            onClose={() => setOpen(false)}
            onChoose={(media) => {
              current.clear();
              choose(media);
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

/**
 * The uploads of the last choice. An earlier one that is done later, also after the form was left, must not replace
 * what was chosen since; so they are kept outside the drawing too.
 */
function useCurrentUploads() {
  const [ids, setIds] = useState<readonly string[]>([]);
  const latest = useRef<readonly string[]>([]);
  const change = (next: readonly string[]) => {
    latest.current = next;
    setIds(next);
  };
  return {
    ids,
    add: (id: string) => change([...latest.current, id]),
    clear: () => change([]),
    has: (id: string) => latest.current.includes(id),
  };
}

/** The platforms whose limits a stored file meets. */
const listTaking = (media: Media, places: readonly MediaPlace[]): Platform[] =>
  places.flatMap(({ limits }) =>
    checkFile(toFacts(media), uploadable(limits)).length === 0 ? limits.platform : [],
  );

/** What is on its way, and otherwise what is chosen: an earlier choice is replaced by the upload. */
function Chosen({ running, media }: { running: readonly UploadItem[]; media: readonly Media[] }) {
  if (running.length > 0)
    return (
      <ul className={classes.chosen}>
        {running.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </ul>
    );
  return (
    <div className={classes.chosenFiles}>
      {media.map((one) => (
        <figure key={one.id} className={classes.chosen}>
          <img className={classes.shot} src={one.thumbnail_url} alt="" />
          <figcaption>
            <UserText>{one.file_name}</UserText>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

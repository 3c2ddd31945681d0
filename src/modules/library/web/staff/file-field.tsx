import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import { UploadBox } from "#base/web/forms/upload-box.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { acceptedMimes, maxUploadBytes } from "#modules/creative/contract/uploads.ts";
import { capturePoster } from "#modules/creative/web/poster.parts.ts";
import type { LibraryRow } from "../../contract/staff-library.calls.ts";
import { useRefresh } from "./staff-library.queries.ts";
import { call } from "./staff-library-calls.ts";

/** The row's picture or video. Of a video the browser also sends the frame by which it is shown. */
export function FileField({ row: { id } }: { row: LibraryRow }) {
  const { t } = useTranslation("library_staff");
  const refresh = useRefresh();
  return (
    <UploadBox
      label={t("file.label")}
      hint={t("file.hint")}
      accept={acceptedMimes.join(",")}
      maxBytes={maxUploadBytes}
      onUpload={async (file, onProgress, signal) => {
        const row = await call("POST Staff/AdsLibrary/rows/{id}/file", {
          params: { id },
          body: toFormData({ file }),
          onProgress,
          signal,
          quiet: true,
        });
        if (row.file?.kind === "video") await sendPoster(id, file);
        return row;
      }}
      onDone={() => {
        notify(t("file.saved"), "success");
        void refresh();
      }}
    />
  );
}

/** A video without a frame is shown by a drawn sign: no reason to refuse it. */
async function sendPoster(id: string, video: Blob): Promise<void> {
  const frame = await capturePoster(video);
  if (!frame) return;
  await call("POST Staff/AdsLibrary/rows/{id}/poster", {
    params: { id },
    body: toFormData({ file: new File([frame], "frame.jpg", { type: "image/jpeg" }) }),
    quiet: true,
  }).catch(() => null);
}

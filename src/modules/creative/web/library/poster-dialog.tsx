import { Button, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import type { Media } from "../../contract/creative.calls.ts";
import { creativeKeys } from "../creative.queries.ts";
import { captureFrame, usualSecond } from "../files/capture-frame.ts";
import { savePoster } from "../files/save-poster.ts";
import { FrameSlider } from "../mend/frame-slider.tsx";
import classes from "../mend/mend.module.css";

type Props = { media: Media; onClose: () => void };

/** The picture a stored video is shown by, chosen among its frames. */
export function PosterDialog({ media, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const client = useQueryClient();
  const player = useRef<HTMLVideoElement>(null);
  const [second, setSecond] = useState(media.poster_seconds ?? usualSecond);
  const save = useMutation({
    mutationFn: async () => {
      if (player.current) await savePoster(media.id, await captureFrame(player.current));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: creativeKeys.all });
      onClose();
    },
  });
  const failure = isApiError(save.error) ? save.error.message : t("mend.poster_broken");
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<strong>{t("library.poster")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.stack}>
        <FrameSlider url={media.url} player={player} second={second} onSecond={setSecond} />
        {save.isError ? <ErrorLine>{failure}</ErrorLine> : null}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t("base:cancel")}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            {t("library.save_poster")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

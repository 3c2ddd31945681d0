import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { MendableFile, ReadyFile } from "../picker/use-intake.ts";
import { MendForm } from "./mend-form.tsx";

type Props = {
  one: MendableFile;
  /** The mended files, one for each chosen shape. */
  onDone: (files: ReadyFile[]) => void;
  onClose: () => void;
};

/** A file that cannot be sent as it is: says why, and mends it here, on this device. */
export function MendDialog({ one, onDone, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const isWide = useIsAtLeast("tablet");
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="lg"
      title={<strong>{t("mend.title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
      // A touch beside the picture while it is dragged must not lose the work.
      closeOnClickOutside={false}
    >
      <MendForm one={one} onDone={onDone} onClose={onClose} />
    </Modal>
  );
}

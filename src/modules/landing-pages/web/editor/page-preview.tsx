import { useElementSize } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import type { Half } from "../../domain/halves.ts";
import classes from "./page-editor.module.css";
import { PreviewFrame } from "./preview-frame.tsx";

type Props = {
  page: PageDetails;
  half: Half;
  isSaving: boolean;
  /** A block was tapped in the page. */
  onPick: (key: string) => void;
};

const screens = { phone: { width: 390, height: 760 }, desktop: { width: 1_280, height: 860 } } as const;

/** What is saved, as the server draws it for shoppers: at a phone's width, or at a desktop's and made smaller. */
export function PagePreview({ page, half, isSaving, onPick }: Props) {
  const { t } = useTranslation("landing_pages");
  const [screen, setScreen] = useState<keyof typeof screens>("phone");
  const { ref, width: available } = useElementSize();
  const { width, height } = screens[screen];
  // A phone shows its own width; nothing is ever made larger.
  const shown = screen === "phone" ? Math.min(width, available || width) : width;
  const scale = available === 0 ? 1 : Math.min(1, available / shown);
  return (
    <section className={classes.preview} aria-label={t("editor.preview")} aria-busy={isSaving}>
      <div className={classes.toolbar}>
        <SegmentedControl
          aria-label={t("editor.width")}
          data={(["phone", "desktop"] as const).map((value) => ({ value, label: t(`editor.${value}`) }))}
          value={screen}
          onChange={(value) => setScreen(value as typeof screen)}
        />
        <span className={classes.quiet}>{t("editor.preview_help")}</span>
      </div>
      <div ref={ref} className={classes.available}>
        <div className={classes.sheet} style={{ inlineSize: shown * scale, blockSize: height * scale }}>
          <PreviewFrame
            url={`${page.preview_url}?half=${page.other_half ? half : "a"}&stamp=${page.preview_stamp}`}
            title={t("editor.preview")}
            width={shown}
            height={height}
            scale={scale}
            onPick={onPick}
          />
        </div>
      </div>
    </section>
  );
}

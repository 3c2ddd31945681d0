import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { type DownloadProgress, download } from "#base/web/data/download.ts";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { type ExportFormat, exportFormats } from "../../contract/custom-report.ts";
import classes from "./export.module.css";

type Props = {
  /** A `file` call that takes `format`. */
  call: string;
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
};

/**
 * Saves a report's table as a file. While it arrives its rows and size are shown, and a button stops it: the server stops
 * writing then, and nothing is saved. Needs the texts `reports_export`.
 */
export function ExportMenu({ call, params, query }: Props) {
  const { t } = useTranslation("reports_export");
  const abort = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<DownloadProgress | null>(null);

  async function save(format: ExportFormat) {
    const controller = new AbortController();
    abort.current = controller;
    setProgress({ bytes: 0, rows: null });
    try {
      await download(call, {
        ...(params ? { params } : {}),
        query: { ...query, format },
        signal: controller.signal,
        onProgress: setProgress,
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.kind === "aborted") notify(t("cancelled"), "info");
    } finally {
      setProgress(null);
    }
  }

  if (progress)
    return (
      <span className={classes.exporting}>
        <span role="status">{t("exporting")}</span>
        <Arrived progress={progress} />
        <Button size="compact-sm" variant="default" onClick={() => abort.current?.abort()}>
          {t("cancel")}
        </Button>
      </span>
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          {t("export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Not read aloud: it changes many times a second. */
function Arrived({ progress: { bytes, rows } }: { progress: DownloadProgress }) {
  const { t } = useTranslation("reports_export");
  const format = useFormat();
  return (
    <span className={classes.soft} aria-hidden>
      {rows === null ? null : `${t("rows", { count: rows })} · `}
      {t("size", { size: format.number(bytes / 1_000_000, 1) })}
    </span>
  );
}

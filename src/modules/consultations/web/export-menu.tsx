import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { FormatMenu } from "#base/web/kit/format-menu.tsx";
import { ordersExportFormats } from "../contract/consultations-enums.ts";

type Props = {
  call: "GET Clients/ConsultationOrders/export" | "GET Staff/ConsultationOrders/export";
  filter: { search: string; status: string | null };
};

/** Saves all orders that the list finds as a file. */
export function ExportMenu({ call, filter: { search, status } }: Props) {
  const { t } = useTranslation("consultations");
  return (
    <FormatMenu
      label={t("export.title")}
      formats={ordersExportFormats}
      toLabel={(format) => t(`export.${format}`)}
      save={(format) =>
        download(call, { query: { format, ...(search ? { search } : {}), ...(status ? { status } : {}) } })
      }
    />
  );
}

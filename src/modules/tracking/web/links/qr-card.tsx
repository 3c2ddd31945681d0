import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useObjectUrl } from "#base/web/runtime/use-object-url.ts";
import { qrQuery } from "../tracking.queries.ts";
import classes from "./links.module.css";

/** A link's QR code, and its files for print (SVG) and for a screen (PNG). */
export function QrCard({ id }: { id: string }) {
  const { t } = useTranslation("tracking_links");
  const picture = useObjectUrl(useQuery(qrQuery(id)).data);
  const save = useMutation({
    mutationFn: (format: "svg" | "png") =>
      download("GET Clients/Tracking/{id}/qr", { params: { id }, query: { format } }),
  });
  return (
    <Card title={t("qr.title")}>
      <div className={classes.qr}>
        <span className={classes.qrFrame}>{picture ? <img src={picture} alt={t("qr.title")} /> : null}</span>
        <div>
          <p className={classes.quiet}>{t("qr.words")}</p>
          <div className={classes.row}>
            {(["png", "svg"] as const).map((format) => (
              <Button
                key={format}
                variant="default"
                disabled={save.isPending}
                onClick={() => save.mutate(format)}
              >
                {t(`qr.${format}`)}
              </Button>
            ))}
            <LinkButton variant="subtle" to="/tracking/settings">
              {t("qr.logo")}
            </LinkButton>
          </div>
        </div>
      </div>
    </Card>
  );
}

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import { landingQuery } from "../tracking.queries.ts";
import { type LinkValues, toBody } from "./link-values.ts";
import classes from "./links.module.css";

/** How long the keys must rest before the address is asked for. */
const restMs = 400;

/** Where a click would lead with what is typed; nothing while the address cannot be used. */
export function Landing({ values }: { values: LinkValues }) {
  const { t } = useTranslation("tracking_links");
  const { destination_url, platform, utm } = toBody(values);
  const [fields] = useDebouncedValue(JSON.stringify({ destination_url, platform, utm }), restMs);
  const landing = useQuery(landingQuery(JSON.parse(fields))).data?.landing_url;
  if (!landing) return null;
  return (
    <p className={classes.landing} aria-live="polite">
      <small className={classes.note}>{t("landing")}</small>
      <Ltr>{landing}</Ltr>
    </p>
  );
}

import { useTranslation } from "react-i18next";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { DestinationAnswer } from "../../contract/conversions.calls.ts";
import classes from "./conversions.module.css";

/**
 * How each platform's own pixel names a purchase, so that it and ours are counted as one. Sources: Meta, Handling
 * duplicate events; TikTok, Event deduplication; Snap Pixel, event deduplication; X, Web conversions (conversion_id);
 * Google tag, transaction_id.
 */
const snippets: Record<Platform, string> = {
  meta: "fbq('track', 'Purchase', {value, currency: 'SAR'}, {eventID: orderId})",
  tiktok: "ttq.track('Purchase', {value, currency: 'SAR'}, {event_id: orderId})",
  snapchat: "snaptr('track', 'PURCHASE', {price: value, currency: 'SAR', client_dedup_id: orderId})",
  x: "twq('event', 'tw-…-…', {value, currency: 'SAR', conversion_id: orderId})",
  google: "gtag('event', 'conversion', {send_to, value, currency: 'SAR', transaction_id: orderId})",
};

/** One event id for the browser's pixel and for us; shown for the platforms that purchases go to. */
export function EventIdCard({ destinations }: { destinations: readonly DestinationAnswer[] }) {
  const { t } = useTranslation("conversions_health");
  const enabled = platforms.filter((platform) =>
    destinations.some((each) => each.is_enabled && each.platform === platform),
  );
  if (enabled.length === 0) return null;
  return (
    <Card title={t("event.title")} tone="sand">
      <p className={classes.words}>{t("event.words")}</p>
      <div className={classes.snippets}>
        {enabled.map((platform) => (
          <CopyField key={platform} label={t(`event.${platform}`)} value={snippets[platform]} />
        ))}
      </div>
    </Card>
  );
}

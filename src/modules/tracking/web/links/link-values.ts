import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ServerForm } from "#base/web/forms/form.ts";
import type { manualPlatforms } from "../../contract/link-enums.ts";
import type { LinkDetails } from "../../contract/link-shapes.ts";

/** What the form of a link holds: every field as it is typed. */
export type LinkValues = {
  name: string;
  destination_url: string;
  platform: string;
  project_name: string;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
  tags: string[];
  utm: { source: string; medium: string; campaign: string; content: string };
  /** The last Riyadh day on which the link leads anywhere, or empty. */
  expires_at: string;
  domain_id: string | null;
};
export type LinkFormState = ServerForm<LinkValues>;

/** A new link begins with the store's own address. */
export const toValues = (link: LinkDetails | null, store: string | undefined): LinkValues => ({
  name: link?.name ?? "",
  destination_url: link?.destination_url ?? store ?? "",
  platform: link?.platform ?? "instagram",
  project_name: link?.project_name ?? "",
  campaign_id: link?.campaign_id ?? "",
  ad_group_id: link?.ad_group_id ?? "",
  ad_id: link?.ad_id ?? "",
  tags: [...(link?.tags ?? [])],
  utm: {
    source: link?.utm.source ?? "",
    medium: link?.utm.medium ?? "",
    campaign: link?.utm.campaign ?? "",
    content: link?.utm.content ?? "",
  },
  expires_at: link?.expires_at ? toRiyadhDay(new Date(link.expires_at)) : "",
  domain_id: link?.domain_id ?? null,
});

export function toBody({ utm, expires_at, ...fields }: LinkValues) {
  return {
    ...fields,
    platform: fields.platform as (typeof manualPlatforms)[number],
    utm: toUtm(utm),
    expires_at: expires_at ? `${expires_at}T23:59:59+03:00` : null,
  };
}
export type LinkBody = ReturnType<typeof toBody>;

/** An empty field takes the platform's usual value. */
export const toUtm = ({ source, medium, campaign, content }: LinkValues["utm"]) => ({
  source: source || null,
  medium: medium || null,
  campaign: campaign || null,
  content: content || null,
});

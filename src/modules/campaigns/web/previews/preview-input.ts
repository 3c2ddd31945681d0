import type { Media } from "#modules/creative/contract/creative.calls.ts";
import type { AdFields } from "../../contract/shapes.ts";

/** Who the ad is from: the page, account or channel on the platform. */
export type Profile = { name: string; pictureUrl: string | null };

/** What a preview needs of an ad. */
export type PreviewInput = {
  ad: Pick<
    AdFields,
    | "headline"
    | "more_headlines"
    | "text"
    | "description"
    | "more_descriptions"
    | "target_url"
    | "call_to_action"
    | "brand_name"
  >;
  media: Media | null;
  /** Null: the brand of the ad stands for it. */
  profile: Profile | null;
  /** Null where the platform shows no button. */
  button: string | null;
  /** Draws what the app covers over the picture. */
  hasSafeZone: boolean;
};

/** The name a shopper reads above the ad. */
export const toName = ({ profile, ad }: Pick<PreviewInput, "profile" | "ad">): string =>
  profile?.name || ad.brand_name;

/** The link's site as platforms show it: without www. */
export const toSite = (link: string): string => URL.parse(link)?.host.replace(/^www\./, "") ?? "";

/** The written ones of several texts, the first ones first. */
export const listWritten = (...texts: string[]): string[] => texts.filter((text) => text.trim() !== "");

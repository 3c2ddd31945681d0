import type { Json } from "../shared/field-table.ts";

type SmartPlusAd = {
  creative_list: { creative_info: CreativeInfo }[];
  ad_text_list: { ad_text: string }[];
  landing_page_url_list: { landing_page_url: string }[];
  ad_configuration: { call_to_action_id: string };
};
export type CreativeInfo = {
  ad_format: string;
  identity_type?: string;
  identity_id?: string;
  video_info?: { video_id: string };
  image_info?: { web_uri: string }[];
  music_info?: { music_id: string };
};

export const isSmartPlusAd = (wire: Json): boolean => Array.isArray(wire.creative_list);
export const smartPlusAdIn = (wire: Json): SmartPlusAd => wire as SmartPlusAd;

/** The audience of an ad group: an object of its own in Smart+, with ages and gender as suggestions by default. */
export function toTargeting(group: Json): Json {
  const spec = group.targeting_spec as Json | undefined;
  if (!spec || group.targeting_optimization_mode === "MANUAL") return spec ?? group;
  const { age_groups: _ages, gender: _gender, ...rest } = spec;
  return rest;
}

/** The texts that are reviewed. */
export function collectText(wire: Json): { text: string; brand: string } {
  if (!isSmartPlusAd(wire))
    return { text: String(wire.ad_text ?? ""), brand: String(wire.display_name ?? "") };
  const texts = smartPlusAdIn(wire).ad_text_list.map(({ ad_text }) => ad_text);
  return { text: texts.join(" "), brand: "" };
}

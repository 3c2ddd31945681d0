import type { AdFields, AdGroupFields, AdGroupRow, AdRow } from "../contract/shapes.ts";

/** What a merchant wrote, from a row as the server answers it. */

export function pickAdGroupFields(group: AdGroupRow): AdGroupFields {
  const { name, age_ranges, excluded_age_ranges, gender, locations, devices } = group;
  const { optimized_targeting, keywords } = group;
  return {
    name,
    age_ranges,
    excluded_age_ranges,
    gender,
    locations,
    devices,
    optimized_targeting,
    keywords,
  };
}

export function pickAdFields(ad: AdRow): AdFields {
  const { name, headline, more_headlines, text, description, more_descriptions, target_url } = ad;
  const { media_id, call_to_action, brand_name, automatic_enhancements, profile_id } = ad;
  return {
    name,
    headline,
    more_headlines,
    text,
    description,
    more_descriptions,
    target_url,
    media_id,
    call_to_action,
    brand_name,
    automatic_enhancements,
    profile_id,
  };
}

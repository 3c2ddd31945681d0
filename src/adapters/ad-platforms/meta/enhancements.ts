import type { Json } from "./graph.ts";

/**
 * The features that Meta may change in an ad automatically (AdCreativeFeaturesSpec). The bundle of all of them was
 * removed in v22, so each is named. `optional` are those a merchant means by automatic enhancements: crops, light, text
 * order, music.
 */
const optional = {
  both: ["text_optimizations", "enhance_cta", "inline_comment", "adapt_to_placement", "audio"],
  image: [
    "image_touchups",
    "image_brightness_and_contrast",
    "image_auto_crop",
    "image_templates",
    "image_animation",
  ],
  video: ["video_auto_crop", "video_filtering"],
} as const;

/** Never switched on: generated images and texts, and links that bypass the tracking link. */
const alwaysOff = {
  both: [
    "add_text_overlay",
    "description_automation",
    "media_type_automation",
    "product_extensions",
    "profile_card",
    "reveal_details_over_time",
    "show_destination_blurbs",
    "show_summary",
    "site_extensions",
    "text_generation",
    "text_translation",
  ],
  image: ["image_background_gen", "image_uncrop"],
  video: ["translate_voiceover", "video_to_image", "video_uncrop"],
} as const;

/** Every feature that fits the kind of media, switched off unless the merchant enabled enhancements. */
export function toEnhancements(kind: "image" | "video", isEnabled: boolean): Json {
  const set = (names: readonly string[], enroll_status: "OPT_IN" | "OPT_OUT") =>
    names.map((name) => [name, { enroll_status }]);
  return Object.fromEntries([
    ...set([...optional.both, ...optional[kind]], isEnabled ? "OPT_IN" : "OPT_OUT"),
    ...set([...alwaysOff.both, ...alwaysOff[kind]], "OPT_OUT"),
  ]);
}

import {
  type FieldTable,
  isObject,
  type Json,
  oneOf,
  type Rule,
  text,
  webUrl,
} from "../shared/field-table.ts";
import { statusOnUpdate } from "./campaign.fields.ts";
import { ENUMS, NAME_MAX, SHAPES, URL_MAX } from "./facts.ts";
import { id, shaped } from "./rules.ts";

const link = { rule: webUrl(URL_MAX), required: true as const };
const hash: Rule = (value, field) =>
  typeof value === "string" && /^[0-9a-f]{32}$/.test(value) ? null : `${field} must be an image hash`;

const callLink: Rule = (value, field) =>
  typeof value === "string" && /^tel:\+?\d{4,15}$/.test(value) ? null : webUrl(URL_MAX)(value, field);
const callToAction = shaped(
  SHAPES.AdCreativeLinkDataCallToAction,
  {
    type: { rule: oneOf(ENUMS.call_to_action_type), required: true },
    value: { rule: shaped(SHAPES.AdCreativeLinkDataCallToActionValue, { link: { rule: callLink } }) },
  },
  (action) => (action.type === "NO_BUTTON" || isObject(action.value) ? null : "value is required"),
);

/** Long texts are accepted and cut on the screen; only empty addresses and unknown keys are refused. */
const linkData = shaped(SHAPES.AdCreativeLinkData, {
  link,
  message: { rule: text(10_000, 0) },
  name: { rule: text(1_000, 0) },
  description: { rule: text(10_000, 0) },
  image_hash: { rule: hash },
  call_to_action: { rule: callToAction },
});
const videoData = shaped(
  SHAPES.AdCreativeVideoData,
  {
    video_id: { rule: id, required: true },
    image_hash: { rule: hash },
    image_url: { rule: webUrl(2_048) },
    title: { rule: text(1_000, 0) },
    message: { rule: text(10_000, 0) },
    link_description: { rule: text(10_000, 0) },
    call_to_action: { rule: callToAction, required: true },
  },
  (video) => (video.image_hash || video.image_url ? null : "image_hash or image_url is required"),
);

const story = shaped(
  SHAPES.AdCreativeObjectStorySpec,
  {
    page_id: { rule: id, required: true },
    instagram_user_id: { rule: id },
    link_data: { rule: linkData },
    video_data: { rule: videoData },
  },
  (spec) =>
    (spec.link_data === undefined) === (spec.video_data === undefined)
      ? "exactly one of link_data and video_data is expected"
      : null,
);

const enrolment = (value: unknown, field: string) =>
  isObject(value) && (value.enroll_status === "OPT_IN" || value.enroll_status === "OPT_OUT")
    ? null
    : `${field} needs enroll_status OPT_IN or OPT_OUT`;
const features = shaped(
  SHAPES.AdCreativeFeaturesSpec,
  Object.fromEntries(SHAPES.AdCreativeFeaturesSpec.map((name) => [name, { rule: enrolment }])),
);

/** Marketing API, ad-creative. The visible content cannot be changed: another creative is made instead. */
export const creativeFields: FieldTable = {
  name: { rule: text(NAME_MAX) },
  status: { rule: statusOnUpdate },
  object_story_spec: { rule: story, required: true, immutable: true },
  degrees_of_freedom_spec: {
    rule: shaped(SHAPES.AdCreativeDegreesOfFreedomSpec, { creative_features_spec: { rule: features } }),
    immutable: true,
  },
  url_tags: { rule: text(URL_MAX, 0), immutable: true },
};

/** Marketing API, adgroup. */
export const adFields: FieldTable = {
  name: { rule: text(NAME_MAX), required: true },
  adset_id: { rule: id, required: true, immutable: true },
  creative: {
    rule: (value, field) =>
      isObject(value) && id(value.creative_id, "creative_id") === null && Object.keys(value).length === 1
        ? null
        : `${field} must hold creative_id`,
    required: true,
  },
  status: { rule: statusOnUpdate },
};

/** The media of a creative: an image's or a video's. */
export function toCreativeData(creative: Json): { data: Json; isVideo: boolean } {
  const spec = creative.object_story_spec as Json;
  const isVideo = isObject(spec.video_data);
  return { data: (isVideo ? spec.video_data : spec.link_data) as Json, isVideo };
}

import type { Figures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { addParts, type Share, splitFigures } from "../shared/split-figures.ts";
import { PROVINCES } from "./geo.ts";
import type { Context, StoredObject } from "./registry.ts";
import { loadParent } from "./row-parts.ts";
import { toChannelType } from "./rules.ts";

/** A segment that is no time: its wire name, and how an ad's deliveries fall on its values. */
type Split = { wireName: string; shares(context: Context, ad: StoredObject): readonly Share[] };

/** DeviceEnum; the Kingdom sees ads on phones above all. */
const DEVICES: readonly Share[] = [
  ["MOBILE", 86],
  ["DESKTOP", 8],
  ["TABLET", 4],
  ["CONNECTED_TV", 2],
];

/** Fields reference, Segments, by their names in queries; each goes with the views that name it. */
export const segmentSplits = {
  geo_target_province: {
    wireName: "geoTargetProvince",
    shares: () => PROVINCES.map(({ resourceName, share }): Share => [resourceName, share]),
  },
  ad_network_type: { wireName: "adNetworkType", shares: listNetworks },
  device: { wireName: "device", shares: () => DEVICES },
} satisfies Record<string, Split>;
export type SegmentSplit = keyof typeof segmentSplits;

/** Demand Gen is reported by channel (AdNetworkType, since v20); search partners only where they are targeted. */
function listNetworks(context: Context, ad: StoredObject): readonly Share[] {
  const group = loadParent(context, "adGroups", ad);
  const campaign = loadParent(context, "campaigns", group);
  if (toChannelType(campaign) === "SEARCH") {
    const { targetSearchNetwork } = (campaign.wire.networkSettings ?? {}) as Json;
    return targetSearchNetwork === true
      ? [
          ["SEARCH", 88],
          ["SEARCH_PARTNERS", 12],
        ]
      : [["SEARCH", 100]];
  }
  const settings = group.wire.demandGenAdGroupSettings as
    | { channelControls?: { selectedChannels?: Record<string, boolean> } }
    | undefined;
  const selected = settings?.channelControls?.selectedChannels;
  const isOn = (channel: string) => !selected || selected[channel] === true;
  const isYouTube = ["youtubeInStream", "youtubeInFeed", "youtubeShorts"].some(isOn);
  return [
    ["YOUTUBE", isYouTube ? 74 : 0],
    ["DISCOVER", isOn("discover") ? 16 : 0],
    ["GMAIL", isOn("gmail") ? 10 : 0],
  ];
}

/** Each value's part of what the ads delivered, with the segment as it stands in a row. */
export function splitBySegment(
  context: Context,
  name: SegmentSplit,
  ads: readonly StoredObject[],
  figures: (ad: StoredObject) => Figures,
): { wire: Json; figures: Figures }[] {
  const { wireName, shares } = segmentSplits[name];
  const parts = new Map<string, Figures>();
  for (const ad of ads) addParts(parts, splitFigures(figures(ad), shares(context, ad)));
  return [...parts].map(([value, part]) => ({ wire: { [wireName]: value }, figures: part }));
}

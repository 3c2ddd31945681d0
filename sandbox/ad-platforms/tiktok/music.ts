import type { Json } from "../shared/field-table.ts";
import { badParameter, notSimulated } from "./errors.ts";
import { paginate, parseListParam, parseObjectParam, rejectUnknownParams } from "./query.ts";
import type { Context } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";

/** TikTok's own library, as far as carousels may use it. */
const TRACKS = [
  { music_id: "7016547803243022337", name: "Calm Evening", author: "Library" },
  { music_id: "7016547803243022338", name: "Calm Strings", author: "Library" },
  { music_id: "7016547803243022339", name: "Bright Morning", author: "Library" },
];
const SEARCH_TYPES = [
  "SEARCH_BY_KEYWORD",
  "SEARCH_BY_RECOMMEND",
  "SEARCH_BY_SOURCE",
  "SEARCH_BY_LIKED",
  "SEARCH_BY_HISTORY",
  "SEARCH_BY_MUSIC_ID",
];

export const isMusic = (id: unknown): boolean => TRACKS.some((track) => track.music_id === id);

export function musicRoutes(context: Context): Route[] {
  return [
    { method: "GET", path: "/file/music/get/", scope: "creative", handle: (call) => search(context, call) },
  ];
}

function search(context: Context, { query, ...call }: Call): Json {
  rejectUnknownParams(query, [
    "advertiser_id",
    "music_scene",
    "search_type",
    "filtering",
    "page",
    "page_size",
  ]);
  requireAdvertiser({ query, ...call }, query.get("advertiser_id"), context.registry);
  if (query.get("music_scene") !== "CAROUSEL_ADS")
    throw notSimulated(`music_scene ${query.get("music_scene")}`);
  const { rows, page_info } = paginate(query, found(query), { max: 200, fallback: 20 });
  const musics = rows.map((track) => ({ ...track, duration: 30, sources: ["SYSTEM"], liked: false }));
  return { musics, page_info };
}

function found(query: URLSearchParams): typeof TRACKS {
  const type = query.get("search_type");
  if (!SEARCH_TYPES.includes(String(type))) throw badParameter(`search_type: ${type} is not known`);
  const filter = parseObjectParam(query, "filtering");
  if (type === "SEARCH_BY_MUSIC_ID") {
    const ids = parseListParam(new URLSearchParams({ ids: JSON.stringify(filter.music_ids) }), "ids") ?? [];
    return TRACKS.filter((track) => ids.includes(track.music_id));
  }
  if (type !== "SEARCH_BY_KEYWORD") throw notSimulated(`search_type ${type}`);
  if (typeof filter.keyword !== "string" || filter.keyword === "")
    throw badParameter("filtering.keyword: Missing data for required field");
  const keyword = filter.keyword.toLowerCase();
  return TRACKS.filter((track) => track.name.toLowerCase().includes(keyword));
}

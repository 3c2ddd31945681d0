import type { Json } from "../shared/field-table.ts";
import { badParameter, notPlayed } from "./errors.ts";
import { listIn, objectIn, onlyKnown, pageOf } from "./query.ts";
import type { Room } from "./registry.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";

/** TikTok's own library, as far as carousels may use it. */
const PIECES = [
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

export const isMusic = (id: unknown): boolean => PIECES.some((piece) => piece.music_id === id);

export function musicRoutes(room: Room): Route[] {
  return [
    { method: "GET", path: "/file/music/get/", scope: "creative", handle: (call) => search(room, call) },
  ];
}

function search(room: Room, { query, ...call }: Call): Json {
  onlyKnown(query, ["advertiser_id", "music_scene", "search_type", "filtering", "page", "page_size"]);
  advertiserIn({ query, ...call }, query.get("advertiser_id"), room.registry);
  if (query.get("music_scene") !== "CAROUSEL_ADS") throw notPlayed(`music_scene ${query.get("music_scene")}`);
  const { rows, page_info } = pageOf(query, found(query), { max: 200, usual: 20 });
  const musics = rows.map((piece) => ({ ...piece, duration: 30, sources: ["SYSTEM"], liked: false }));
  return { musics, page_info };
}

function found(query: URLSearchParams): typeof PIECES {
  const type = query.get("search_type");
  if (!SEARCH_TYPES.includes(String(type))) throw badParameter(`search_type: ${type} is not known`);
  const filter = objectIn(query, "filtering");
  if (type === "SEARCH_BY_MUSIC_ID") {
    const ids = listIn(new URLSearchParams({ ids: JSON.stringify(filter.music_ids) }), "ids") ?? [];
    return PIECES.filter((piece) => ids.includes(piece.music_id));
  }
  if (type !== "SEARCH_BY_KEYWORD") throw notPlayed(`search_type ${type}`);
  if (typeof filter.keyword !== "string" || filter.keyword === "")
    throw badParameter("filtering.keyword: Missing data for required field");
  const keyword = filter.keyword.toLowerCase();
  return PIECES.filter((piece) => piece.name.toLowerCase().includes(keyword));
}

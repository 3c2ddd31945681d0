import { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected } from "./faults.ts";

/**
 * A carousel must have music. The merchant does not choose it, so the first quiet piece from TikTok's library is used.
 */
const keyword = "calm";
const musicsSchema = z.looseObject({ musics: z.array(z.looseObject({ music_id: z.string() })) });

/** Throws `rejected` if TikTok's library offers the account no music. */
export async function loadMusicId(
  client: ApiClient,
  { accessToken, adAccountId }: AdAccountContext,
): Promise<string> {
  const { musics } = parseAs(
    musicsSchema,
    await client.get(accessToken, "/file/music/get/", {
      advertiser_id: adAccountId,
      music_scene: "CAROUSEL_ADS",
      search_type: "SEARCH_BY_KEYWORD",
      filtering: { keyword },
      page: 1,
      page_size: 10,
    }),
  );
  const [first] = musics;
  if (!first) throw rejected("no music for carousels is offered", "ad_accounts:media_refused");
  return first.music_id;
}

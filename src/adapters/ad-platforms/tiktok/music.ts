import { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import type { Wire } from "./wire.ts";

/** A carousel must have music. Nobody chooses it here, so a quiet piece of TikTok's own library is taken. */
const keyword = "calm";
const found = z.looseObject({ musics: z.array(z.looseObject({ music_id: z.string() })) });

/** Throws `rejected` when TikTok's library offers the account none. */
export async function musicFor(wire: Wire, { accessToken, adAccountId }: AdAccountContext): Promise<string> {
  const { musics } = readAs(
    found,
    await wire.get(accessToken, "/file/music/get/", {
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

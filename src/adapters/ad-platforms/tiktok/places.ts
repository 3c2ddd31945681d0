import { z } from "zod";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected } from "./faults.ts";

const regions = z.looseObject({
  region_info: z.array(
    z.looseObject({
      location_id: z.string(),
      region_code: z.string().nullish(),
      level: z.string().nullish(),
    }),
  ),
});

/** TikTok's id of Saudi Arabia, looked up once for each objective: location ids are TikTok's own and may change. */
export function makePlaces(client: ApiClient) {
  const idByObjective = new Map<string, string>();
  return {
    async loadKingdomId(accessToken: string, advertiserId: string, objective: string): Promise<string> {
      const found =
        idByObjective.get(objective) ?? (await loadKingdomId(client, accessToken, advertiserId, objective));
      idByObjective.set(objective, found);
      return found;
    },
  };
}
export type Places = ReturnType<typeof makePlaces>;

async function loadKingdomId(
  client: ApiClient,
  accessToken: string,
  advertiserId: string,
  objective: string,
): Promise<string> {
  const query = {
    advertiser_id: advertiserId,
    placements: ["PLACEMENT_TIKTOK"],
    objective_type: objective,
    level_range: "TO_COUNTRY",
  };
  const { region_info } = parseAs(regions, await client.get(accessToken, "/tool/region/", query));
  const kingdom = region_info.find(({ region_code, level }) => region_code === "SA" && level === "COUNTRY");
  if (!kingdom) throw rejected("Saudi Arabia is not among the places offered for this ad account");
  return kingdom.location_id;
}

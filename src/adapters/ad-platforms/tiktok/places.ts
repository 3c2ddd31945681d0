import { z } from "zod";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import type { Wire } from "./wire.ts";

const regions = z.looseObject({
  region_info: z.array(
    z.looseObject({
      location_id: z.string(),
      region_code: z.string().nullish(),
      level: z.string().nullish(),
    }),
  ),
});

/** TikTok's id of the Kingdom, looked up once for each objective: ids of places are its own and may change. */
export function makePlaces(wire: Wire) {
  const known = new Map<string, string>();
  return {
    async kingdom(accessToken: string, advertiserId: string, objective: string): Promise<string> {
      const found = known.get(objective) ?? (await lookUp(wire, accessToken, advertiserId, objective));
      known.set(objective, found);
      return found;
    },
  };
}
export type Places = ReturnType<typeof makePlaces>;

async function lookUp(
  wire: Wire,
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
  const { region_info } = readAs(regions, await wire.get(accessToken, "/tool/region/", query));
  const kingdom = region_info.find(({ region_code, level }) => region_code === "SA" && level === "COUNTRY");
  if (!kingdom) throw rejected("Saudi Arabia is not among the places offered for this ad account");
  return kingdom.location_id;
}

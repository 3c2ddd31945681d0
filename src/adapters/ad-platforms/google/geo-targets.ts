import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type ApiClient, type Caller, loadRows, quote } from "./api-client.ts";

const row = z.looseObject({
  geoTargetConstant: z.looseObject({ resourceName: z.string(), name: z.string() }),
});
type Names = Map<string, string>;

/** Google changes its geo targets a few times a year. */
const freshMs = 24 * 3_600_000;
const namesAtOnce = 100;

/**
 * The English names of geo targets (Google Ads API, geo_target_constant), which are the same for every account: the
 * Kingdom's are read in one query and kept for a day, those of other countries when a report has one.
 */
export function makeGeoTargets(client: ApiClient, clock: Clock) {
  let kept: { names: Names; until: number } | null = null;

  async function read(caller: Caller, condition: string): Promise<Names> {
    const query = `SELECT geo_target_constant.resource_name, geo_target_constant.name FROM geo_target_constant WHERE ${condition}`;
    const rows = await loadRows(client, caller, query, row);
    return new Map(rows.map(({ geoTargetConstant: { resourceName, name } }) => [resourceName, name]));
  }

  async function loadKingdom(caller: Caller): Promise<Names> {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.names;
    kept = { names: await read(caller, "geo_target_constant.country_code = 'SA'"), until: now + freshMs };
    return kept.names;
  }

  return {
    /** By resource name ("geoTargetConstants/9070391"); without those that Google does not list. */
    async loadNames(
      caller: Caller,
      resourceNames: ReadonlySet<string>,
    ): Promise<ReadonlyMap<string, string>> {
      if (resourceNames.size === 0) return new Map();
      const names = await loadKingdom(caller);
      const missing = [...resourceNames].filter((name) => !names.has(name));
      for (let from = 0; from < missing.length; from += namesAtOnce) {
        const part = missing.slice(from, from + namesAtOnce).map(quote);
        const found = await read(caller, `geo_target_constant.resource_name IN (${part.join(", ")})`);
        for (const [resourceName, name] of found) names.set(resourceName, name);
      }
      return names;
    },
  };
}

import type { AdAccountContext, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import { hasReference } from "../shared/reference.ts";
import type { Graph, Json } from "./graph.ts";
import { namedSchema, stateFields } from "./response-schemas.ts";

/**
 * The object of a list with our reference in its name. Meta has no idempotency key, so this runs before anything is
 * created; archived and deleted objects are not listed, and count as missing.
 */
export async function findByReference(
  graph: Graph,
  { accessToken }: AdAccountContext,
  path: string,
  level: Level,
  reference: string,
): Promise<Json | null> {
  for await (const page of graph.pages(accessToken, path, { fields: stateFields[level] })) {
    const found = page.find((raw) => hasReference(parseAs(namedSchema, raw).name, reference));
    if (found) return found;
  }
  return null;
}

import type { ReadContext } from "#base/server/context.ts";
import type { LinkFields } from "../contract/link-shapes.ts";
import { toLanding, toLocation } from "../domain/landing.ts";
import { toManualTags } from "../domain/utm-tags.ts";
import { type CheckDestinationDeps, checkDestination } from "./check-destination.ts";

type Input = Pick<LinkFields, "destination_url" | "utm" | "platform">;

/** Where a link with these fields would lead; the id and the click that do not exist yet stand as words in braces. */
export const previewLink =
  (deps: CheckDestinationDeps) =>
  async (ctx: ReadContext, { destination_url, platform, utm }: Input): Promise<{ landing_url: string }> => {
    const destination = await checkDestination(deps)(ctx, destination_url);
    const own = {
      source: utm.source || null,
      medium: utm.medium || null,
      campaign: utm.campaign || null,
      content: utm.content || null,
    };
    const landing = toLanding({ linkId: "{link}", adId: "", tags: toManualTags(platform, own), destination });
    return { landing_url: toLocation(landing, "{click}").replaceAll("%7Blink%7D", "{link}") };
  };

import { systemClock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import type { Document } from "#modules/company/contract/company.calls.ts";
import type { Settings } from "./settings.ts";

type LinkSettings = Pick<
  Settings,
  "GOOGLE_MAPS_KEY" | "GOOGLE_MAPS_VERSION" | "HELP_CHAT_URL" | "TERMS_URL" | "PRIVACY_URL"
>;
type Deps = { listPublished(): Promise<readonly Document[]>; log: Pick<Log, "error"> };

/** How long a page may still link what was published before. */
const freshMilliseconds = 30_000;

/**
 * What the merchants' page reads in its head. Terms and privacy are ours once staff have published them, and those of the
 * settings until then. Where the database does not answer, the page comes with what is known.
 */
export function makePageLinks(settings: LinkSettings, { listPublished, log }: Deps) {
  let known: { documents: readonly Document[]; at: number } | undefined;

  async function load(): Promise<readonly Document[]> {
    const now = systemClock.now().getTime();
    if (known && now - known.at < freshMilliseconds) return known.documents;
    try {
      known = { documents: await listPublished(), at: now };
    } catch (error) {
      log.error({ err: error }, "the published documents could not be read");
    }
    return known?.documents ?? [];
  }

  return async () => {
    const documents = await load();
    return {
      "google-maps-key": settings.GOOGLE_MAPS_KEY,
      "google-maps-version": settings.GOOGLE_MAPS_VERSION,
      "help-chat-url": settings.HELP_CHAT_URL,
      "terms-url": documents.includes("terms") ? "/terms" : settings.TERMS_URL,
      "privacy-url": documents.includes("privacy") ? "/privacy" : settings.PRIVACY_URL,
    };
  };
}

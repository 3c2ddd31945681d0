import { z } from "zod";
import { defineModule } from "#base/server/module.ts";
import { address } from "#base/server/settings.ts";
import { abuseCalls } from "../contract/abuse.calls.ts";
import { domainsCalls } from "../contract/domains.calls.ts";
import { linksCalls } from "../contract/links.calls.ts";
import { trackingAbilities, trackingStaffAbilities } from "../contract/tracking.abilities.ts";
import { trackingCalls } from "../contract/tracking.calls.ts";
import { trackingEvents } from "../contract/tracking.events.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { bulkLinksOperation } from "./bulk-links.ts";
import { makeClickRecorder } from "./click-recorder.ts";
import { openDomainCache } from "./domain-cache.ts";
import { guardHosts } from "./guard-hosts.ts";
import { openIpCities } from "./ip-cities/open-ip-cities.ts";
import { openLinkCache } from "./link-cache.ts";
import type { LinkProbe } from "./link-probe.port.ts";
import { linksJobs } from "./links.jobs.ts";
import { mountLinks } from "./links.routes.ts";
import { makeMonths } from "./make-months.ts";
import { makePageOpenings } from "./page-openings.ts";
import { mountRedirect } from "./redirect.routes.ts";
import { mountReportAbuse } from "./report-abuse.routes.ts";
import { startClickRollUps } from "./roll-up-clicks.ts";
import { makeTrackingFacade, type TrackingFacade } from "./tracking.facade.ts";
import { trackingJobs } from "./tracking.jobs.ts";
import { trackingData } from "./tracking.personal-data.ts";
import { mountTracking } from "./tracking.routes.ts";
import { trackingSubscriptions } from "./tracking.subscriptions.ts";

export const server = defineModule({
  name: "tracking",
  layer: 2,
  needs: ["merchants", "stores", "staff"],
  ports: ["linkProbe"],
  settings: {
    /** The host of links; the product's own where there is none. */
    TRACKING_URL: address.optional(),
    /** A table of addresses and cities, made by scripts/make-ip-cities.ts, instead of the bundled one. */
    IP_CITIES_FILE: z.string().min(1).optional(),
  },
  calls: { ...trackingCalls, ...linksCalls, ...domainsCalls, ...abuseCalls },
  events: trackingEvents,
  refusals: trackingRefusals,
  abilities: [trackingAbilities, trackingStaffAbilities],
  personalData: trackingData,
  build({ facades: { merchants, stores, staff }, ports: { linkProbe }, settings, ...shared }) {
    const { db, driver, log, meters, worldClock, publicUrl } = shared;
    const trackingUrl = settings.TRACKING_URL ?? publicUrl;
    const cities = openIpCities(settings.IP_CITIES_FILE);
    const deps = { ...shared, trackingUrl, merchants, stores, staff, linkProbe, cities };
    return {
      facade: makeTrackingFacade({ trackingUrl, stores }),
      mount(app, http) {
        mountTracking(app, http, { stores });
        mountLinks(app, http, deps);
      },
      async mountRedirect(app) {
        const addressKey = shared.deriveKey("visitors' addresses");
        await makeMonths(db, { now: worldClock.now() });
        const links = await openLinkCache(shared);
        const domains = await openDomainCache({ db, driver, log });
        const rollUps = startClickRollUps({ db, log });
        rollUps.wake(); // what a process left that was killed
        app.addHook("onClose", () => rollUps.stop());
        const counters = { person: meters.clicks.labels("person"), bot: meters.clicks.labels("bot") };
        guardHosts(app, { domains, publicUrl, trackingUrl });
        mountRedirect(app, {
          links,
          domains,
          openings: makePageOpenings({ db, links }),
          clicks: makeClickRecorder(db, rollUps.wake),
          cities,
          worldClock,
          addressKey,
          visitorKey: shared.deriveKey("visitors' ids"),
          isSecure: trackingUrl.startsWith("https:"),
          onClickRecorded: (visitor) => counters[visitor].inc(),
        });
        mountReportAbuse(app, { ...shared, addressKey });
      },
      jobs: [...trackingJobs({ ...shared, stores }), ...linksJobs(deps)],
      subscriptions: trackingSubscriptions({ stores }),
      operations: [bulkLinksOperation({ stores })],
    };
  },
});

declare module "#base/server/module.ts" {
  interface PortRegistry {
    linkProbe: LinkProbe;
  }
  interface ModuleRegistry {
    tracking: { layer: 2; facade: TrackingFacade };
  }
}

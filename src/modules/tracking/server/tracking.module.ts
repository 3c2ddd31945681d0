import { defineModule } from "#base/server/module.ts";
import { trackingAbilities } from "../contract/tracking.abilities.ts";
import { trackingCalls } from "../contract/tracking.calls.ts";
import { trackingEvents } from "../contract/tracking.events.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { makeClickRecorder } from "./click-recorder.ts";
import { openLinkCache } from "./link-cache.ts";
import { makeMonths } from "./make-months.ts";
import { makePageOpenings } from "./page-openings.ts";
import { mountRedirect } from "./redirect.routes.ts";
import { makeTrackingFacade, type TrackingFacade } from "./tracking.facade.ts";
import { trackingJobs } from "./tracking.jobs.ts";
import { mountTracking } from "./tracking.routes.ts";
import { trackingSubscriptions } from "./tracking.subscriptions.ts";

export const server = defineModule({
  name: "tracking",
  layer: 2,
  needs: ["stores"],
  calls: trackingCalls,
  events: trackingEvents,
  refusals: trackingRefusals,
  abilities: [trackingAbilities],
  build({ facades: { stores }, ...shared }) {
    const { db, meters, worldClock, publicUrl } = shared;
    return {
      facade: makeTrackingFacade({ publicUrl, stores }),
      mount: (app, http) => mountTracking(app, http, { ...shared, stores }),
      async mountRedirect(app) {
        await makeMonths(db, { now: worldClock.now() });
        const links = await openLinkCache(shared);
        mountRedirect(app, {
          links,
          openings: makePageOpenings({ db, links }),
          clicks: makeClickRecorder(db),
          worldClock,
          addressKey: shared.deriveKey("visitors' addresses"),
          visitorKey: shared.deriveKey("visitors' ids"),
          isSecure: publicUrl.startsWith("https:"),
          onClickRecorded: (visitor) => meters.clicks.inc({ visitor }),
        });
      },
      jobs: trackingJobs({ ...shared, stores }),
      subscriptions: trackingSubscriptions({ stores }),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    tracking: { layer: 2; facade: TrackingFacade };
  }
}

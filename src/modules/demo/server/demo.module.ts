import { mountCalls } from "#base/server/http/mount.ts";
import { defineModule } from "#base/server/module.ts";
import { demoCalls } from "../contract/demo.calls.ts";
import { demoRefusals } from "../contract/demo.refusals.ts";
import { type DemoFacade, makeDemoFacade } from "./demo.facade.ts";
import type { DemoStore } from "./demo-store.port.ts";
import { enterDemo } from "./enter-demo.ts";
import { makeVisits } from "./visits.ts";

export const server = defineModule({
  name: "demo",
  layer: 0,
  calls: demoCalls,
  refusals: demoRefusals,
  ports: ["demoStore"],
  build({ db, systemClock, deriveKey, deriveKeys, ports: { demoStore: store } }) {
    const visits = makeVisits(deriveKeys("demo visits"));
    const enter = enterDemo({ db, systemClock, visits, store, addressKey: deriveKey("demo addresses") });
    return {
      facade: makeDemoFacade(visits, systemClock),
      mount(app, http) {
        mountCalls(app, http, demoCalls, {
          "POST Clients/Demo/enter": async ({ ip }) => {
            const { token, expiresAt } = await enter(ip);
            return { token, expires_at: expiresAt.toISOString() };
          },
        });
      },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    demo: { layer: 0; facade: DemoFacade };
  }
  interface PortRegistry {
    demoStore: DemoStore;
  }
}

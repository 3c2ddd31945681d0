import { defineModule } from "#base/server/module.ts";
import { brandKitCalls } from "../contract/brand-kit.calls.ts";
import { designerAbilities } from "../contract/designer.abilities.ts";
import { designerCalls } from "../contract/designer.calls.ts";
import { designerEvents } from "../contract/designer.events.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import { mountDesigner } from "./designer.routes.ts";
import { makeSizeDrawer } from "./draw-size.ts";

export const server = defineModule({
  name: "designer",
  layer: 5,
  needs: ["stores", "billing", "campaigns", "creative"],
  ports: ["objectStorage", "pictureSource"],
  calls: { ...designerCalls, ...brandKitCalls },
  events: designerEvents,
  refusals: designerRefusals,
  abilities: [designerAbilities],
  build({ facades, ports: { objectStorage: storage, pictureSource: pictures }, ...shared }) {
    const deps = {
      ...shared,
      ...facades,
      media: facades.creative,
      storage,
      pictures,
      drawer: makeSizeDrawer(),
    };
    return { mount: (app, http) => mountDesigner(app, http, deps) };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    designer: { layer: 5 };
  }
}

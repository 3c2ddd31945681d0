import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { brandKitCalls } from "../contract/brand-kit.calls.ts";
import { designChatCalls } from "../contract/design-chat.calls.ts";
import { designerAbilities } from "../contract/designer.abilities.ts";
import { designerCalls } from "../contract/designer.calls.ts";
import { designerEvents } from "../contract/designer.events.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import { designerData } from "./designer.personal-data.ts";
import { mountDesigner } from "./designer.routes.ts";
import { makeSizeDrawer } from "./draw-size.ts";
import type { PictureModel } from "./picture-model.port.ts";
import { removeAllPictures } from "./remove-all-pictures.ts";

export const server = defineModule({
  name: "designer",
  layer: 5,
  needs: ["stores", "billing", "campaigns", "creative"],
  ports: ["objectStorage", "pictureSource", "pictureModels"],
  calls: { ...designerCalls, ...designChatCalls, ...brandKitCalls },
  events: designerEvents,
  refusals: designerRefusals,
  abilities: [designerAbilities],
  settings: { DESIGNER_BACKGROUNDS_PER_DAY: count(20) },
  personalData: designerData,
  build({ facades, ports, settings, ...shared }) {
    const deps = {
      ...shared,
      ...facades,
      media: facades.creative,
      storage: ports.objectStorage,
      pictures: ports.pictureSource,
      pictureModels: ports.pictureModels,
      backgroundsPerDay: settings.DESIGNER_BACKGROUNDS_PER_DAY,
      drawer: makeSizeDrawer(),
    };
    return {
      mount: (app, http) => mountDesigner(app, http, deps),
      personalData: { beforeErasure: [removeAllPictures(ports.objectStorage)] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    designer: { layer: 5 };
  }
  interface PortRegistry {
    /** Picture models in the order in which they are asked; none where no endpoint is set. */
    pictureModels: readonly PictureModel[];
  }
}

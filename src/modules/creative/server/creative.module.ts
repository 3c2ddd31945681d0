import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { creativeAbilities } from "../contract/creative.abilities.ts";
import { creativeCalls } from "../contract/creative.calls.ts";
import { creativeEvents } from "../contract/creative.events.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { libraryCalls } from "../contract/library.calls.ts";
import { type CreativeFacade, makeCreativeFacade } from "./creative.facade.ts";
import { creativeJobs } from "./creative.jobs.ts";
import { creativeData } from "./creative.personal-data.ts";
import { mountCreative } from "./creative.routes.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import type { PictureSource } from "./picture-source.port.ts";
import { removeAllBytes } from "./remove-all-bytes.ts";

export const server = defineModule({
  name: "creative",
  layer: 2,
  needs: ["stores"],
  ports: ["objectStorage", "pictureSource"],
  calls: { ...creativeCalls, ...libraryCalls },
  events: creativeEvents,
  refusals: creativeRefusals,
  abilities: [creativeAbilities],
  settings: { MEDIA_QUOTA_MB: count(5_120) },
  personalData: creativeData,
  build({ facades: { stores }, ports, settings, ...shared }) {
    const { objectStorage: storage, pictureSource: pictures } = ports;
    const quotaBytes = settings.MEDIA_QUOTA_MB * 1_048_576;
    return {
      facade: makeCreativeFacade({ storage, quotaBytes, pictures }),
      jobs: creativeJobs({ ...shared, storage }),
      personalData: { beforeErasure: [removeAllBytes(storage)] },
      mount: (app, http) => mountCreative(app, http, { storage, pictures, stores, quotaBytes }),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    creative: { layer: 2; facade: CreativeFacade };
  }
  interface PortRegistry {
    objectStorage: ObjectStorage;
    pictureSource: PictureSource;
  }
}

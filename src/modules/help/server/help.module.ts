import { defineModule } from "#base/server/module.ts";
import { helpCalls } from "../contract/help.calls.ts";
import { type HelpFacade, makeHelpFacade } from "./help.facade.ts";
import { mountHelp } from "./help.routes.ts";
import { mountHelpPages } from "./help-pages.routes.ts";
import { loadLibrary } from "./load-library.ts";

export const server = defineModule({
  name: "help",
  layer: 5,
  calls: helpCalls,
  build({ messages }) {
    const library = loadLibrary(messages);
    return {
      facade: makeHelpFacade(library),
      mount(app, http) {
        mountHelp(app, http, library);
        mountHelpPages(app, { library, messages });
      },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    help: { layer: 5; facade: HelpFacade };
  }
}

import { defineModule } from "#base/server/module.ts";
import { searchCalls } from "../contract/search.calls.ts";
import { searchData } from "./search.personal-data.ts";
import { mountSearch } from "./search.routes.ts";

export const server = defineModule({
  name: "search",
  layer: 8,
  needs: ["stores", "wallet", "rules", "notifications", "help"],
  calls: searchCalls,
  personalData: searchData,
  build: ({ facades }) => ({ mount: (app, http) => mountSearch(app, http, facades) }),
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    search: { layer: 8 };
  }
}

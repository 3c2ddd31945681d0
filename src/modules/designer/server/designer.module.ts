import { defineModule } from "#base/server/module.ts";

/** Draws designs; it has no calls yet. */
export const server = defineModule({
  name: "designer",
  layer: 5,
  needs: [],
  build: () => ({}),
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    designer: { layer: 5 };
  }
}

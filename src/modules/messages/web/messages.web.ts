import { defineWebModule, type PathOf } from "#base/web/runtime/web-module.ts";

/** No page of its own: its card stands among the account's details. */
export const web = defineWebModule({ name: "messages", pages: {} });

declare module "#base/web/runtime/web-module.ts" {
  interface WebPages {
    messages: PathOf<typeof web>;
  }
}

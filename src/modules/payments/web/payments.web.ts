import { defineWebModule } from "#base/web/runtime/web-module.ts";

/** The payments have no page of their own: other modules show their parts. */
export const web = defineWebModule({ name: "payments", pages: {} });

import type { ServerModule } from "#base/server/module.ts";

/** The HTTP status of each module's refusals by code, for the OpenAPI document. */
export function makeRefusalStatus(modules: readonly ServerModule[]): (code: string) => number {
  const statuses: Record<string, number> = Object.assign(
    {},
    ...modules.map(({ refusals }) => refusals?.table),
  );
  return (code) => statuses[code] ?? 400;
}

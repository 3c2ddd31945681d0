import { type ComponentType, lazy } from "react";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import { logProblem } from "#base/web/runtime/problems.ts";

export type LazyPart<Props extends object = object> = ComponentType<Props>;

/**
 * A part of the shell that a module provides, loaded after the first paint. A part that does not load is left out: the
 * page matters more.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Record<string, unknown>>,
  ...namespaces: string[]
): LazyPart<Props> {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [module] = await Promise.all([load(), preloadMessages(namespaces)]);
      const part = Object.values(module).find((value) => typeof value === "function");
      if (part) return { default: part as ComponentType<Props> };
    } catch (cause) {
      logProblem("a part of the shell did not load", cause);
    }
    return { default: () => null };
  });
}

import { type ComponentType, lazy } from "react";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import { logProblem } from "#base/web/runtime/problems.ts";

export type LazyPart = ComponentType;

/**
 * A part of the shell that a module provides, loaded after the first paint. A part that does not load is left out: the
 * page matters more.
 */
export function lazyPart(load: () => Promise<object>, ...namespaces: string[]): LazyPart {
  return lazy(async () => {
    try {
      const [module] = await Promise.all([load(), preloadMessages(namespaces)]);
      const part = Object.values(module).find((value) => typeof value === "function");
      if (part) return { default: part as ComponentType };
    } catch (cause) {
      logProblem("a part of the shell did not load", cause);
    }
    return { default: () => null };
  });
}

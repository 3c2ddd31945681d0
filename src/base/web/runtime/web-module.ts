import type { IconProps } from "@tabler/icons-react";
import type { QueryKey } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Ability } from "#base/shared/abilities.ts";
import type { EventName } from "#base/shared/events.ts";

/** One address of the product. Its file and texts are loaded when it is first opened. */
export type PageSpec = {
  /** Imports a file that exports one component whose name ends in `Page`. A frame without one shows its page alone. */
  load?: () => Promise<object>;
  /** The namespaces of texts the page needs. */
  texts?: readonly string[];
  /** Pages whose paths continue this one are shown inside it; the path with a slash at its end is its first page. */
  isFrame?: boolean;
  /** The page to which a frame's own address leads. */
  leadsTo?: string;
  /** Whoever lacks it sees a notice in place of the page, and no place in the navigation that leads here. */
  ability?: Ability;
  /** For signed-out visitors only, without the shell. */
  isForGuests?: boolean;
};

/** A place in the shell's navigation. */
export type NavPlace<Path extends string = string> = {
  /** One of the side navigation's groups, or the phone's tabs. */
  group: "main" | "helpers" | "account" | "tabs";
  /** Places of a group stand in this order. */
  order: number;
  to: Path;
  /** A key of the app's texts, or of a module's with its namespace ("rules:title"), which then loads with the shell. */
  label: string;
  icon: ComponentType<IconProps>;
  /** Only this very address counts as being there. */
  exact?: boolean;
};

/** What a module adds to the web app. */
export type WebModule<Path extends string = string> = {
  /** The module's folder. */
  name: string;
  /** Its pages by path: "/campaigns/edit/$id". */
  pages: { readonly [Each in Path]: PageSpec };
  navigation?: readonly NavPlace<NoInfer<Path>>[];
};

/**
 * A module's manifest for the web, exported as `web` by `web/<name>.web.ts`. The app finds it there; nothing else has to
 * name the module. It is part of the first load, so pages are given as imports only. The module adds its paths to the
 * registry, which types every link:
 *
 *     declare module "#base/web/runtime/web-module.ts" {
 *       interface WebPages {
 *         campaigns: PathOf<typeof web>;
 *       }
 *     }
 */
export function defineWebModule<const Path extends string>(module: WebModule<Path>): WebModule<Path> {
  return module;
}

/** Paths of pages, by module. */
// biome-ignore lint/suspicious/noEmptyInterface: every manifest adds its paths
export interface WebPages {}

export type PathOf<Module extends { pages: object }> = keyof Module["pages"] & string;

/** The cached queries that events invalidate, by the event's name. */
export type LiveRows = { readonly [Name in EventName]?: readonly QueryKey[] };

/**
 * The events that change what a module shows, its own and those of the layers below, exported as `live` by
 * `web/<name>.live.ts`, where the app finds it. It is loaded with the shell and not with the manifest: a visitor who is
 * not signed in loads no queries for it.
 */
export function defineLive(rows: LiveRows): LiveRows {
  return rows;
}

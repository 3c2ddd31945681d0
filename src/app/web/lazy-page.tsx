import { type ComponentType, type ReactNode, use } from "react";
import { loadWhenConnected } from "#base/web/runtime/connection.ts";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import { logProblem } from "#base/web/runtime/problems.ts";
import { getItem, setItem } from "#base/web/runtime/storage.ts";

type PageModule = object;
export type LazyPage = (() => ReactNode) & {
  /** Loads everything the page needs: its file, its texts, its data. */
  preload: () => Promise<void>;
  /** Prefetches its file and texts alone. Throws when they do not load; opening the page tries again. */
  fetchFiles: () => Promise<void>;
  /** Whether it can be opened without a connection. */
  isLoaded: () => boolean;
};

/**
 * A page fetched when it is first opened, together with its texts:
 * `lazyPage(() => import("#modules/wallet/web/wallet-page.tsx"), "wallet")`.
 * The file exports one component whose name ends in "Page". Without a connection the page is waited for. A page that
 * does not load though the server answers reloads the whole app once (a new release may have replaced its file); the
 * second failure is only logged and the page's error screen shows. A file may also export `prepare`, which starts the
 * page's queries.
 */
export function lazyPage(load: () => Promise<PageModule>, ...namespaces: string[]): LazyPage {
  let files: Promise<PageModule> | undefined;
  let arriving: Promise<ComponentType> | undefined;
  let Arrived: ComponentType | undefined;
  let isLoaded = false;
  const fetchFiles = () => {
    files ??= Promise.all([load(), preloadMessages(namespaces)]).then(([module]) => {
      isLoaded = true;
      return module;
    });
    files.catch(() => {
      files = undefined;
    });
    return files;
  };
  const fetchPage = () => {
    arriving ??= loadWithReload(fetchFiles, toReloadKey(load))
      .then(prepared)
      .then((module) => {
        Arrived = getPageComponent(module);
        return Arrived;
      });
    arriving.catch(() => {
      arriving = undefined;
    });
    return arriving;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once per route, at module level
  const Page = () => {
    const Ready = Arrived ?? use(fetchPage());
    return <Ready />;
  };
  return Object.assign(Page, {
    preload: () => fetchPage().then(() => undefined),
    fetchFiles: () => fetchFiles().then(() => undefined),
    isLoaded: () => isLoaded,
  });
}

/** Responses that are almost there are waited for, so that the page is drawn once; no page waits longer than that. */
async function prepared(module: PageModule): Promise<PageModule> {
  if (!("prepare" in module) || typeof module.prepare !== "function") return module;
  await Promise.race([module.prepare(), new Promise((resolve) => setTimeout(resolve, maxPrepareMs))]);
  return module;
}
const maxPrepareMs = 80;

/** One mark per page: the shell around a missing page does load, and must not delete the page's own mark. */
const toReloadKey = (load: () => Promise<PageModule>) =>
  `rawaj.reloaded_for.${load.toString().replace(/\s+/g, "").slice(0, 200)}`;

async function loadWithReload(load: () => Promise<PageModule>, reloadKey: string): Promise<PageModule> {
  try {
    const module = await loadWhenConnected(load);
    setItem(reloadKey, null, "session");
    return module;
  } catch (cause) {
    const first = getItem(reloadKey, "session") === null;
    // Without storage for the mark the app would reload for ever.
    if (first && setItem(reloadKey, "yes", "session")) {
      window.location.reload();
      return new Promise(() => {});
    }
    logProblem("a page did not load, after one reload too", cause);
    throw cause;
  }
}

function getPageComponent(module: PageModule): ComponentType {
  const [, page] = Object.entries(module).find(([name]) => name.endsWith("Page")) ?? [];
  if (typeof page !== "function")
    throw new Error("a page file must export one component whose name ends in Page");
  return page as ComponentType;
}

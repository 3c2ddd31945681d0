import { type ComponentType, type ReactNode, use } from "react";
import { loadWhenConnected } from "#base/web/connection.ts";
import { warmMessages } from "#base/web/i18n.ts";
import { logProblem } from "#base/web/problems.ts";
import { keep, stored } from "#base/web/storage.ts";

type PageModule = object;
export type LazyPage = (() => ReactNode) & {
  /** All that opening the page takes: its file, its texts, its data. */
  preload: () => Promise<void>;
  /** Its file and texts alone, ahead of need. Throws when they do not come; opening the page tries again. */
  fetchFiles: () => Promise<void>;
  /** Whether it can be opened without a connection. */
  isHere: () => boolean;
};

/**
 * A page fetched when it is first opened, its texts at the same time:
 * `lazyPage(() => import("#modules/wallet/web/wallet-page.tsx"), "wallet")`. The file exports one component whose name ends in "Page".
 * Without a connection it is waited for. A page that does not load though the server answers reloads the whole app once (a new
 * release may have replaced its file); the second failure is only logged and the page's error screen shows. A file may
 * export `prepare` besides, which begins asking for the page's data.
 */
export function lazyPage(load: () => Promise<PageModule>, ...namespaces: string[]): LazyPage {
  let files: Promise<PageModule> | undefined;
  let arriving: Promise<ComponentType> | undefined;
  let Arrived: ComponentType | undefined;
  let isHere = false;
  const fetchFiles = () => {
    files ??= Promise.all([load(), warmMessages(namespaces)]).then(([module]) => {
      isHere = true;
      return module;
    });
    files.catch(() => {
      files = undefined;
    });
    return files;
  };
  const fetchPage = () => {
    arriving ??= loadOnceMore(fetchFiles, markOf(load))
      .then(prepared)
      .then((module) => {
        Arrived = pageOf(module);
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
    isHere: () => isHere,
  });
}

/** Answers that are as good as here are waited for, so that the page is drawn once; longer than that no page waits. */
async function prepared(module: PageModule): Promise<PageModule> {
  if (!("prepare" in module) || typeof module.prepare !== "function") return module;
  await Promise.race([module.prepare(), new Promise((resolve) => setTimeout(resolve, almostHereMs))]);
  return module;
}
const almostHereMs = 80;

/** One mark per page: the shell around a lost page does come, and must not wipe the page's own mark away. */
const markOf = (load: () => Promise<PageModule>) =>
  `rawaj.reloaded_for.${load.toString().replace(/\s+/g, "").slice(0, 200)}`;

async function loadOnceMore(load: () => Promise<PageModule>, mark: string): Promise<PageModule> {
  try {
    const module = await loadWhenConnected(load);
    keep(mark, null, "session");
    return module;
  } catch (cause) {
    const first = stored(mark, "session") === null;
    // Without a place to remember the first time we would reload for ever.
    if (first && keep(mark, "yes", "session")) {
      window.location.reload();
      return new Promise(() => {});
    }
    logProblem("a page did not load, after one reload too", cause);
    throw cause;
  }
}

function pageOf(module: PageModule): ComponentType {
  const [, page] = Object.entries(module).find(([name]) => name.endsWith("Page")) ?? [];
  if (typeof page !== "function")
    throw new Error("a page file must export one component whose name ends in Page");
  return page as ComponentType;
}

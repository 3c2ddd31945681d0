/** Whether our server answers at all, with any status. A device may report a connection without having one. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch("/healthz", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/** Waits until the device reports its connection is back; if it never reported a loss, waits some seconds. */
function connectionBack(): Promise<void> {
  return new Promise((resolve) => {
    const timer = navigator.onLine ? setTimeout(() => done(), againMs) : undefined;
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    window.addEventListener("online", done);
  });
}
const againMs = 5_000;

/**
 * Loads a file of the app. Without a connection it waits for one and retries; throws when the server answers and the
 * file does not exist.
 */
export async function loadWhenConnected<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (cause) {
      if (await isReachable()) throw cause;
      await connectionBack();
    }
  }
}

type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether prefetching is allowed: not with data saving on, nor on a very slow network. */
export function canPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && connection?.saveData !== true && !/2g$/.test(connection?.effectiveType ?? "");
}

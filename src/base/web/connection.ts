/** Whether our server answers from here at all, whatever it says. A device may believe it is connected and not be. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch("/healthz", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/** The device says its connection is back; a device that never said it was gone is asked again after some seconds. */
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

/** Loads a file of the app. Without a connection it waits for one and tries again; throws when the server is there and the file is not. */
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

/** Whether files may be fetched before they are needed: not for people who asked to save data, nor on a very slow network. */
export function canPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && connection?.saveData !== true && !/2g$/.test(connection?.effectiveType ?? "");
}

/// <reference types="google.maps" />
type Settings = { key: string; version: string };

declare global {
  interface Window {
    rawajMapsReady?: () => void;
    /** Google calls it when it refuses the key. */
    gm_authFailure?: () => void;
  }
}

const waitSeconds = 15;
let loading: Promise<typeof google.maps> | undefined;

/**
 * Loads Google Maps once for the page. Google's own loader is not used: it needs `importLibrary`, which versions before
 * 3.52 do not have. Rejects when the script does not arrive; a later call tries again.
 */
export function loadGoogleMaps(settings: Settings, language: string): Promise<typeof google.maps> {
  loading ??= insertScript(settings, language).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function insertScript({ key, version }: Settings, language: string): Promise<typeof google.maps> {
  const script = document.createElement("script");
  const query = new URLSearchParams({ key, v: version, language, region: "SA", callback: "rawajMapsReady" });
  script.src = `https://maps.googleapis.com/maps/api/js?${query}`;
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    window.rawajMapsReady = resolve;
    script.onerror = () => reject(new Error("Google Maps did not load"));
    setTimeout(() => reject(new Error("Google Maps did not answer")), waitSeconds * 1_000);
    document.head.append(script);
  }).finally(() => {
    delete window.rawajMapsReady;
  });
  return google.maps;
}

import { isDemo } from "#base/web/runtime/storage.ts";

/** This browser's own part of push messages: its permission, its service worker, and its subscription. */

export type BrowserSubscription = {
  endpoint: string;
  p256dh: string;
  auth: string;
  application_server_key: string;
};

/** `default`: never asked. `unsupported` also in the demo store, which leaves nothing in a browser, where the page is not served securely, and on iOS outside the home screen. */
export type PushPermission = NotificationPermission | "unsupported";

export const readPermission = (): PushPermission =>
  !isDemo && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
    ? Notification.permission
    : "unsupported";

const workerPath = "/service-worker.js";

async function findSubscription(): Promise<PushSubscription | null> {
  if (readPermission() !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The id under which the product knows this browser; null while it has no subscription. */
export async function findDeviceId(): Promise<string | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `psd_${digits.slice(0, 32)}`;
}

/** Asks for the permission, which browsers allow on a tap only, and subscribes. Null where the permission is not given. */
export async function subscribe(key: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(workerPath, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with a key we had before would take no message of ours.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("the subscription has no keys");
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth, application_server_key: key };
}

export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/**
 * Shows the notifications that the product sends to this browser, and opens their act. It fetches and stores nothing: pages
 * load as they would without it.
 */
self.addEventListener("push", (event) => {
  const { title, body, path, topic, language } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      lang: language,
      dir: language === "en" ? "ltr" : "rtl",
      icon: "/icon.svg",
      tag: topic,
      data: { path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? "/notifications", self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(open(address));
});

/** A tab that shows the page already comes to the front; else a new one opens. */
async function open(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = tabs.find(({ url }) => url === address.href);
  if (shown) await shown.focus();
  else await self.clients.openWindow(address.href);
}

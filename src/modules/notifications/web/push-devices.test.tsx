import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { SettingsCard } from "./settings-card.tsx";

const key = "B".repeat(87);
const endpoint = "https://fcm.googleapis.com/fcm/send/1";
/** SHA-256 of the endpoint, as the server computes it. */
const ownId = "psd_7d1f6d8c8a6f0c6a0000000000000000";
let answers: Answers;
let sent: Sent[];
let permission: NotificationPermission;
let isSubscribed: boolean;
const requestPermission = vi.fn(async () => permission);

beforeEach(async () => {
  permission = "default";
  isSubscribed = false;
  requestPermission.mockClear();
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) } }),
    unsubscribe: async () => {
      isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async () => {
      isSubscribed = true;
      return subscription;
    },
  };
  const worker = { pushManager };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission,
  });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      register: async () => worker,
      ready: Promise.resolve(worker),
      getRegistration: async () => worker,
    },
  });
  answers = {
    "Notifications/settings": { has_email: true, quiet_hours: null, push_key: key, devices: [], items: [] },
    "Notifications/devices": {},
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { notifications: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});
const open = () => openPages({ "/": SettingsCard }, "/");
const turnOn = () => screen.findByRole("button", { name: en.push.turn_on });

it("asks for the permission on a tap alone, and then hands in the subscription", async () => {
  await open();
  const button = await turnOn();
  expect(requestPermission).not.toHaveBeenCalled();
  requestPermission.mockImplementationOnce(async () => {
    permission = "granted";
    return permission;
  });
  fireEvent.click(button);
  await waitFor(() =>
    expect(sent.find(({ name }) => name === "Notifications/devices")?.body).toEqual({
      endpoint,
      p256dh: "p".repeat(87),
      auth: "a".repeat(22),
      application_server_key: key,
    }),
  );
});

it("hands nothing in where the permission is refused, and says how to give it", async () => {
  await open();
  requestPermission.mockImplementationOnce(async () => {
    permission = "denied";
    return permission;
  });
  fireEvent.click(await turnOn());
  expect(await screen.findByText(en.push.denied)).toBeTruthy();
  expect(sent.some(({ name }) => name === "Notifications/devices")).toBe(false);
});

it("removes another device, and says where a browser cannot show notifications", async () => {
  answers["Notifications/settings"] = {
    has_email: true,
    quiet_hours: null,
    push_key: key,
    devices: [{ id: ownId, name: "Chrome · Android", created_at: "2026-11-21T09:00:00Z" }],
    items: [],
  };
  answers[`DELETE Notifications/devices/${ownId}`] = {};
  vi.stubGlobal("Notification", undefined);
  Reflect.deleteProperty(window, "Notification");
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /Remove .*Chrome · Android/ }));
  await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
  expect(screen.getByText(en.push.unsupported)).toBeTruthy();
});

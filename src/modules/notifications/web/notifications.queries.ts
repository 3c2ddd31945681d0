import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { Channel } from "../contract/channels.ts";
import type { Kind, Level } from "../contract/kinds.ts";
import type { NotificationsCalls } from "../contract/notifications.calls.ts";
import type { QuietHours } from "../domain/quiet-hours.ts";
import { findDeviceId, subscribe, unsubscribe } from "./push-browser.ts";

const call = makeCaller<NotificationsCalls>();

export type Notification = Answer<NotificationsCalls["GET Clients/Notifications/index"]>["items"][number];
export type PushDevice = Answer<NotificationsCalls["GET Clients/Notifications/settings"]>["devices"][number];
export type Filter = "all" | "unread" | Level;

export const notificationsKeys = {
  all: ["notifications"] as const,
  lists: ["notifications", "list"] as const,
  list: (filter: Filter) => ["notifications", "list", filter] as const,
  unread: ["notifications", "unread"] as const,
  settings: ["notifications", "settings"] as const,
  deviceId: ["notifications", "device"] as const,
};

/** Zero until it is known. */
export function useUnreadCount(): number {
  const { data } = useQuery({
    queryKey: notificationsKeys.unread,
    queryFn: ({ signal }) => call("GET Clients/Notifications/unread", { signal, quiet: true }),
  });
  return data?.count ?? 0;
}

export const useNotifications = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: notificationsKeys.list(filter),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/Notifications/index", {
        query: {
          size: 20,
          ...(filter === "all" ? {} : filter === "unread" ? { unread: "true" } : { level: filter }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const useNotificationSettings = () =>
  useQuery({
    queryKey: notificationsKeys.settings,
    queryFn: ({ signal }) => call("GET Clients/Notifications/settings", { signal, quiet: true }),
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: notificationsKeys.all });
}

export function useMarkRead() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/Notifications/{id}/read", { params: { id } }),
    onSettled: refresh,
  });
}

export function useMarkAllRead() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call("POST Clients/Notifications/read-all"),
    onSettled: refresh,
  });
}

export function useSetChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ kind, channel, isOn }: { kind: Kind; channel: Channel; isOn: boolean }) =>
      call("PUT Clients/Notifications/settings/{kind}", { params: { kind }, body: { channel, is_on: isOn } }),
    onSettled: refresh,
  });
}

export function useSetQuietHours() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (quiet_hours: QuietHours | null) =>
      call("PUT Clients/Notifications/quiet-hours", { body: { quiet_hours } }),
    onSettled: refresh,
  });
}

/** The id of this browser among the devices; null while it shows no notifications. */
export const useDeviceId = () => useQuery({ queryKey: notificationsKeys.deviceId, queryFn: findDeviceId });

/** Asks the browser's permission and lets it take push messages. */
export function useTurnOnPush(key: string) {
  const refresh = useRefresh();
  return useMutation({
    async mutationFn() {
      const body = await subscribe(key);
      if (body) await call("POST Clients/Notifications/devices", { body });
    },
    onSettled: refresh,
  });
}

export function useRemoveDevice() {
  const refresh = useRefresh();
  return useMutation({
    async mutationFn({ id, isOwn }: { id: string; isOwn: boolean }) {
      await call("DELETE Clients/Notifications/devices/{id}", { params: { id } });
      if (isOwn) await unsubscribe();
    },
    onSettled: refresh,
  });
}

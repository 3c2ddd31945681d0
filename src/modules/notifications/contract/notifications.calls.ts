import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { sentText } from "#modules/messages/contract/sent-text.ts";
import { channels } from "./channels.ts";
import { advices, kinds, levels } from "./kinds.ts";

const notification = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  level: z.enum(levels),
  /** What it is about, such as a campaign's id; empty when about the merchant. */
  subject: z.string(),
  /** The name of the campaign or store it is about; null when it is about neither, or it is gone. */
  subject_name: z.string().nullable(),
  amount_halalas: halalasSchema.nullable(),
  /** Of the weekly note: spend of campaigns that sold nothing. */
  wasted_halalas: halalasSchema.nullable(),
  /** How many campaigns it is about; null where that says nothing. */
  campaigns: z.number().int().nullable(),
  /** Of the weekly note: the one thing to do. */
  advice: z.enum(advices).nullable(),
  day: riyadhDay.nullable(),
  /** How often it happened while it was unread. */
  times: z.number().int(),
  happened_at: instant,
  /** Whether a text was to go to the phone, and the day's ceiling or an empty stock stopped it. */
  text_outcome: z.enum(["queued", "over_limit", "no_stock"]).nullable(),
  /** The text that went to the phone. */
  text: sentText,
  is_read: z.boolean(),
});

/** `id` is `psd_` and the first 32 hexadecimal digits of the SHA-256 of the browser's endpoint. */
const pushDevice = z.object({
  id: z.string(),
  /** The browser and its system; empty where they are not known. */
  name: z.string(),
  created_at: instant,
});

const hour = z.number().int().min(0).max(23);
/** Hours of the day in Riyadh, over midnight when the second is the smaller. */
const quietHours = z.object({ from_hour: hour, to_hour: hour });

const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`));

const read = { subject: "notification", action: "read" } as const;
const manage = { subject: "notification", action: "manage" } as const;

export const notificationsCalls = defineCalls({
  "GET Clients/Notifications/index": {
    summary: "The person's notifications of the last 180 days at this merchant, the newest first",
    access: read,
    readsReplica: true,
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
      size: z.coerce.number().int().min(1).max(50).default(20),
      level: z.enum(levels).optional(),
      unread: z.enum(["true"]).optional(),
    }),
    answer: z.object({ items: z.array(notification), next: z.string().nullable() }),
  },
  "GET Clients/Notifications/unread": {
    summary: "How many notifications are unread, counted to 100 at most",
    access: read,
    answer: z.object({ count: z.number().int() }),
  },
  "POST Clients/Notifications/{id}/read": {
    summary: "Marks a notification as read",
    access: manage,
    params: z.object({ id: z.string() }),
    answer: z.object({}),
    refusals: ["notifications.not_found"],
  },
  "POST Clients/Notifications/read-all": {
    summary: "Marks all notifications as read",
    access: manage,
    answer: z.object({}),
  },
  "GET Clients/Notifications/settings": {
    summary: "By which channels each kind of notification that the person may see comes",
    access: read,
    answer: z.object({
      /** Whether the person's e-mail address is proven: without it nothing goes out by e-mail. */
      has_email: z.boolean(),
      /** What browsers subscribe with: 65 bytes, base64url. */
      push_key: z.string(),
      /** Browsers that take push messages: without one nothing goes out by `push`. */
      devices: z.array(pushDevice),
      quiet_hours: quietHours.nullable(),
      items: z.array(
        z.object({
          kind: z.enum(kinds),
          level: z.enum(levels),
          channels: z.record(z.enum(channels), z.boolean()),
        }),
      ),
    }),
  },
  "PUT Clients/Notifications/settings/{kind}": {
    summary: "Switches a kind of notifications on or off for a channel",
    access: manage,
    params: z.object({ kind: z.enum(kinds) }),
    body: z.object({ channel: z.enum(channels), is_on: z.boolean() }),
    answer: z.object({}),
  },
  "PUT Clients/Notifications/quiet-hours": {
    summary: "When what can wait does not go to the phone, in hours of Riyadh; null for never",
    access: manage,
    body: z.object({
      quiet_hours: quietHours
        .refine(({ from_hour, to_hour }) => from_hour !== to_hour, { error: "notifications:quiet.same" })
        .nullable(),
    }),
    answer: z.object({}),
  },
  "POST Clients/Notifications/devices": {
    summary: "Lets the browser of this session take push messages, until it is signed out",
    access: manage,
    /** Of `PushSubscription`; `application_server_key` is the `push_key` it was made with. */
    body: z.object({
      endpoint: z.url().max(1_000),
      p256dh: base64url(87),
      auth: base64url(22),
      application_server_key: base64url(87),
    }),
    answer: z.object({}),
    refusals: [
      "notifications.push_service_unknown",
      "notifications.push_key_changed",
      "notifications.devices_too_many",
    ],
  },
  "DELETE Clients/Notifications/devices/{id}": {
    summary: "Sends a browser no more push messages",
    access: manage,
    params: z.object({ id: z.string() }),
    answer: z.object({}),
    refusals: ["notifications.device_not_found"],
  },
});

export type NotificationsCalls = typeof notificationsCalls;

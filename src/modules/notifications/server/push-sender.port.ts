/** A pair of keys by which push services know us (VAPID, RFC 8292), each base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Where a browser takes messages, and the keys they are encrypted with (RFC 8291), as `PushSubscription` gives them. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** At most 3,000 bytes; the service reads nothing of it. */
  payload: string;
  /** For how long the service keeps it for a browser that is closed. */
  ttlSeconds: number;
  isUrgent: boolean;
  /** 1 to 32 letters of base64url: a message that still waits is replaced by a later one of the same topic. */
  topic: string;
};

/** Port for push services (`adapters/messaging/web-push`). */
export interface PushSender {
  createKeys(): VapidKeys;
  /** Whether an endpoint stands at a push service we know; nothing is ever sent to another. */
  accepts(endpoint: string): boolean;
  /**
   * Sends one message. `gone`: the subscription has ended, and will take none any more. Throws `AdapterFault`; repeating is
   * harmless, since the topic replaces.
   */
  send(target: PushTarget, message: PushMessage, keys: VapidKeys): Promise<"sent" | "gone">;
}

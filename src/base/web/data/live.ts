import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveEvent } from "#base/shared/live.calls.ts";
import { syncServerTime } from "../runtime/now.ts";
import { observable } from "../runtime/observable.ts";
import { closeSession, forgetMerchant, useSignedIn } from "../runtime/session.ts";
import { isDemo } from "../runtime/storage.ts";
import { commonHeaders } from "./api.ts";
import { makeEventReader, type StreamEvent } from "./sse.ts";

/** Which cached queries an event invalidates, by its whole name. */
export type InvalidationTable = Readonly<Record<string, readonly QueryKey[]>>;

const gatherMs = 400;
const pollMs = 15_000;
const longestPauseMs = 20_000;
/**
 * A stream that is silent for this long is dead, whatever the socket reports; the server sends a comment well before.
 */
const silenceMs = 60_000;

/** The query key of everything: too much was missed to know what changed. */
const everything: QueryKey = [];

const connected = observable(false);

/**
 * Follows `/live` while someone is signed in and invalidates what each event touched. EventSource cannot send a bearer
 * token, so the stream is read by fetch: resumed by last-event-id, retried with a growing delay; while it is down, the
 * open screens poll.
 */
export function useLive(table: InvalidationTable): void {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  useEffect(() => {
    if (!signedIn || isDemo) return; // nothing happens in the demo store
    const stop = new AbortController();
    const touched = gather((keys) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    });
    void followForever(stop.signal, (name) =>
      touched.add(name === null ? [everything] : findQueryKeys(table, name)),
    );
    const poll = setInterval(() => {
      if (!connected.get() && !document.hidden) for (const keys of Object.values(table)) touched.add(keys);
    }, pollMs);
    return () => {
      stop.abort();
      clearInterval(poll);
      touched.cancel();
      connected.set(false);
    };
  }, [client, signedIn, table]);
}

/** None for an event of a newer server that this page does not know. */
export function findQueryKeys(table: InvalidationTable, name: string): readonly QueryKey[] {
  return Object.hasOwn(table, name) ? (table[name] ?? []) : [];
}

/** Calls `onEvent` with each event's name, or with null when it is not known what happened. */
async function followForever(stop: AbortSignal, onEvent: (name: string | null) => void): Promise<void> {
  let lastId = "";
  let failures = 0;
  while (!stop.aborted) {
    try {
      await follow(stop, lastId, (id, { name, data }) => {
        // The first connection after failed attempts: events meanwhile were not received, so everything is fetched
        // again.
        const isGap = name === "reset" || (name === "ready" && lastId === "" && failures > 0);
        onEvent(isGap ? null : name === "domain_event" ? data.name : name);
        failures = 0;
        if (id !== "") lastId = id;
      });
    } catch {
      // Cut, refused or silent: all the same here, the next round decides.
    }
    connected.set(false);
    failures += 1;
    await pause(Math.min(500 * 2 ** failures, longestPauseMs) * (0.7 + Math.random() * 0.6), stop);
  }
}

async function follow(
  stop: AbortSignal,
  lastId: string,
  onEvent: (id: string, event: LiveEvent) => void,
): Promise<void> {
  const watchdog = new AbortController();
  const signal = AbortSignal.any([stop, watchdog.signal]);
  let alarm = setTimeout(() => watchdog.abort(), silenceMs);
  try {
    const answer = await fetch("/live", {
      headers: {
        ...commonHeaders(),
        accept: "text/event-stream",
        ...(lastId ? { "last-event-id": lastId } : {}),
      },
      signal,
    });
    syncServerTime(answer.headers.get("x-server-time"));
    if (answer.status === 401) closeSession();
    if (answer.status === 409) forgetMerchant(); // the stream has no other conflict
    if (!answer.ok || !answer.body) return;
    connected.set(true);
    const read = makeEventReader();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(alarm);
      alarm = setTimeout(() => watchdog.abort(), silenceMs);
      for (const event of read(value)) onEvent(event.id, toLiveEvent(event));
    }
  } finally {
    clearTimeout(alarm);
  }
}

/** The event as its contract describes it; one whose data cannot be read has none. */
function toLiveEvent({ name, data }: StreamEvent): LiveEvent {
  try {
    return { name, data: (JSON.parse(data) as object | null) ?? {} } as LiveEvent;
  } catch {
    return { name, data: {} } as LiveEvent;
  }
}

/** Batches invalidations: keys of many events wait a moment and are fetched together. */
function gather(flush: (keys: QueryKey[]) => void) {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(keys: readonly QueryKey[]) {
      for (const key of keys) waiting.set(JSON.stringify(key), key);
      if (waiting.size === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        const all = [...waiting.values()];
        waiting.clear();
        flush(all);
      }, gatherMs);
    },
    cancel: () => clearTimeout(timer),
  };
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    stop.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

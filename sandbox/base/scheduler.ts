import type { Memory } from "./memory.ts";

/** A scheduled event at a world time. Stored in the world's memory, so a restart loses none. */
export interface ScheduledEvent<Data = unknown> {
  id: string;
  at: string;
  kind: string;
  data: Data;
}

export interface Scheduler {
  /**
   * Schedules an event. `key` names it within its kind: scheduling it again moves it. Events due at the same instant
   * run in the order of kind and key, so the world does not depend on the order of scheduling.
   */
  schedule<Data>(at: Date, kind: string, key: string, data: Data): void;
  cancel(kind: string, key: string): void;
  /** Registers the handler of a kind. It changes the world synchronously; network calls belong to the request pool. */
  on<Data>(kind: string, handle: (data: Data, at: Date) => void): void;
  /** Runs what is due at or before this time. */
  run(until: Date): void;
}

export function makeScheduler(memory: Memory): Scheduler {
  const items = memory.table<ScheduledEvent>("agenda");
  const handlers = new Map<string, (data: never, at: Date) => void>();
  const heap = makeHeap();
  let loaded = false;

  const load = () => {
    if (loaded) return;
    loaded = true;
    for (const item of items.values()) heap.push(item);
  };
  return {
    schedule(at, kind, key, data) {
      load();
      const item = { id: `${kind}|${key}`, at: at.toISOString(), kind, data };
      items.put(item);
      heap.push(item);
    },
    cancel: (kind, key) => items.delete(`${kind}|${key}`),
    on: (kind, handle) => void handlers.set(kind, handle),
    run(until) {
      load();
      const limit = until.toISOString();
      for (let next = heap.peek(); next && next.at <= limit; next = heap.peek()) {
        heap.pop();
        if (items.get(next.id) !== next) continue; // moved or cancelled since
        items.delete(next.id);
        handlers.get(next.kind)?.(next.data as never, new Date(next.at));
      }
    },
  };
}

function comesFirst(one: ScheduledEvent, other: ScheduledEvent): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}

/** A binary heap: the earliest item on top. */
function makeHeap() {
  const list: ScheduledEvent[] = [];
  const item = (index: number) => list[index] as ScheduledEvent;
  const swap = (one: number, other: number) => {
    [list[one], list[other]] = [item(other), item(one)];
  };
  const sink = () => {
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [at * 2 + 1, at * 2 + 2]) {
        if (child < list.length && comesFirst(item(child), item(least))) least = child;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    peek: (): ScheduledEvent | undefined => list[0],
    push(added: ScheduledEvent) {
      list.push(added);
      for (let at = list.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!comesFirst(item(at), item(parent))) return;
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      swap(0, list.length - 1);
      list.pop();
      sink();
    },
  };
}

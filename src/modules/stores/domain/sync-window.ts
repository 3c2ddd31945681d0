const dayMs = 86_400_000;

/** How far back the first sync goes. */
const firstSyncDays = 60;
/** The safety net no longer checks open orders older than this. */
const openOrderDays = 45;
/** Listed again each time, for changes during the sync and for platforms that count in whole days. */
const overlapDays = 1;

type SyncWindow = {
  now: Date;
  /** All orders up to this time have been read; null before the first sync. */
  readTo: Date | null;
  /** When the oldest order that can still change was placed; null when there is none or none matters now. */
  oldestOpen: Date | null;
};

/** The time to list orders from, so that nothing is missed, however long we were away. */
export function computeSyncSince({ now, readTo, oldestOpen }: SyncWindow): Date {
  const back = (days: number) => now.getTime() - days * dayMs;
  if (!readTo) return new Date(back(firstSyncDays));
  const overlap = Math.min(readTo.getTime(), now.getTime()) - overlapDays * dayMs;
  const open = oldestOpen ? Math.max(oldestOpen.getTime(), back(openOrderDays)) : Number.POSITIVE_INFINITY;
  return new Date(Math.min(overlap, open));
}

const dayMs = 86_400_000;

/** How far back the first reading goes. */
const firstSyncDays = 60;
/** Open orders older than this are no longer looked at by the safety net. */
const openOrderDays = 45;
/** Looked at again each time, for what was written while we read and for platforms that count in whole days. */
const overlapDays = 1;

type SyncWindow = {
  now: Date;
  /** Until when orders have certainly been read; null before the first time. */
  readTo: Date | null;
  /** When the oldest order was placed whose end is still open; null when there is none or none matters now. */
  oldestOpen: Date | null;
};

/** Since when to list orders so that nothing is missed, however long we were away. */
export function computeSyncSince({ now, readTo, oldestOpen }: SyncWindow): Date {
  const back = (days: number) => now.getTime() - days * dayMs;
  if (!readTo) return new Date(back(firstSyncDays));
  const overlap = Math.min(readTo.getTime(), now.getTime()) - overlapDays * dayMs;
  const open = oldestOpen ? Math.max(oldestOpen.getTime(), back(openOrderDays)) : Number.POSITIVE_INFINITY;
  return new Date(Math.min(overlap, open));
}

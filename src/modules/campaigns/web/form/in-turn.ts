let lastHere: Promise<void> = Promise.resolve();

/**
 * One form at a time: of this window, and of all windows where the browser has locks. Each sees the row that the one
 * before it wrote.
 */
export function inTurn(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  lastHere = lastHere
    .catch(() => {})
    .then(() => (locks ? locks.request("rawaj.campaign_draft", work) : work()));
  return lastHere;
}

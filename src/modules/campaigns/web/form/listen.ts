/** Adds listeners to the window and the document; returns the function that removes them. */
export function listen(handlers: Record<string, (event: Event) => void>): () => void {
  const controller = new AbortController();
  for (const [name, handle] of Object.entries(handlers))
    for (const target of [window, document])
      if (target === document || name !== "visibilitychange")
        target.addEventListener(name, handle, { signal: controller.signal });
  return () => controller.abort();
}

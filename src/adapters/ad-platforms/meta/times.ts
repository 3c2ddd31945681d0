/** Formats an instant as Meta does (Marketing API, reference/ad-campaign): whole seconds and a numeric offset. */
export function formatMetaTime(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "+0000");
}

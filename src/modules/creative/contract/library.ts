/** How a merchant's files can be sorted. */
export const mediaSorts = ["created", "name", "size"] as const;
export type MediaSort = (typeof mediaSorts)[number];

/** Keys and ids are made by our own code; these checks only make a mistake in it harmless. */

/** Throws for what is no key of ours: "media/ab/med_….png". */
export function checkKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9/._-]{0,200}$/.test(key) || key.includes("..")) throw new Error(`not a key: ${key}`);
  return key;
}

/** Throws for what is no id of an upload: "upl_…". */
export function checkUploadId(id: string): string {
  if (!/^[a-z0-9_]{1,60}$/.test(id)) throw new Error(`not an upload: ${id}`);
  return id;
}

/** Ends a call with a code in the envelope; the HTTP status stays 200 (portal doc 1737172488964097). */
export class TikTokError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const badParameter = (message: string): TikTokError => new TikTokError(40002, message);

export const notFound = (what: string, id: string): TikTokError =>
  new TikTokError(40007, `${what} ${id} does not exist`);

export const noPermission = (message: string): TikTokError => new TikTokError(40001, message);

export const notSimulated = (what: string): TikTokError =>
  badParameter(`${what} is documented, but not played by the sandbox`);

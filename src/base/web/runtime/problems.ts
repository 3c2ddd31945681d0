/** Logs an error that cannot be shown, to the browser's console. Never a token or a form's content. */
export function logProblem(what: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place in the web app that writes to the console
  console.error(`[rawaj] ${what}`, cause);
}

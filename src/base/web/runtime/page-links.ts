/** An address that the server writes into the page's head from its settings; null when this installation has none. */
export function findPageLink(
  name: "help-chat-url" | "help-centre-url" | "terms-url" | "privacy-url",
): string | null {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  return /^(https:\/\/|\/)/.test(address) ? address : null;
}

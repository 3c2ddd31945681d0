import { ourParameterNames, platformClickNames } from "#modules/tracking/contract/click-parameters.ts";

const carried = new Set<string>([...ourParameterNames, ...platformClickNames]);

const valueMax = 400;
/** Encoded text: nothing that could end an attribute, a header or a parameter. */
const valuePattern = /^[A-Za-z0-9_.~+*%!-]*$/;

/**
 * The parameters of a visit that go on to the store, character by character as they came; empty when there are none. All
 * others are left out: nothing else in a request reaches the page or the store.
 */
export function readCarriedQuery(pathAndQuery: string): string {
  const start = pathAndQuery.indexOf("?");
  if (start < 0) return "";
  const found = new Map<string, string>();
  for (const part of pathAndQuery.slice(start + 1).split("&")) {
    const at = part.indexOf("=");
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    if (
      at > 0 &&
      carried.has(name) &&
      !found.has(name) &&
      value.length <= valueMax &&
      valuePattern.test(value)
    )
      found.set(name, part);
  }
  return [...found.values()].join("&");
}

/** The store's address with the carried parameters after its own; its own values for them are removed. */
export function toOrderLocation(orderUrl: string, query: string): string {
  if (query === "") return orderUrl;
  const url = new URL(orderUrl);
  const names = new Set(query.split("&").map((part) => part.slice(0, part.indexOf("="))));
  const own = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !names.has(part.split("=")[0] ?? ""));
  return `${url.origin}${url.pathname}?${[...own, query].join("&")}${url.hash}`;
}

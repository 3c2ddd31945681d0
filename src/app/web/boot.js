// Inlined in the page and runs before the first paint: applies the stored language and theme, with Arabic and the
// system's theme as fallback. Then it requests what the first page needs, instead of after the main file has loaded and
// run; the build writes the files' addresses here.
(() => {
  const root = document.documentElement;
  const read = (key, place = "") => {
    try {
      return localStorage.getItem(`${place}rawaj.${key}`);
    } catch {
      // Storage may be blocked (private windows): the fallbacks apply.
      return null;
    }
  };
  const language = read("language") === "en" ? "en" : "ar";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  // What the demo store's pages keep stands under names of its own (see base/web/runtime/storage.ts).
  const place = read("access_token", "demo/") === null ? "" : "demo/";
  const theme = read("theme", place) ?? read("theme");
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  const token = read("access_token", place);
  const files = __FIRST_FILES__;
  const page = token === null ? files.signIn : files.home;
  for (const file of page?.[language] ?? []) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.href = file;
    document.head.append(link);
  }

  // And the responses that a signed-in merchant's first page will use (see base/web/data/first-answers.ts).
  if (token === null) return;
  const calls = ["Account/index"];
  if (location.pathname === "/" && location.search === "")
    calls.push("Reports/home?days=30", "Reports/attention", "Campaigns/index?status=active&size=5");
  const headers = {
    accept: "application/json",
    "x-app-language": language,
    authorization: `Bearer ${token}`,
  };
  const merchant = read("merchant", place);
  if (merchant !== null) headers["x-merchant"] = merchant;
  const byUrl = {};
  for (const call of calls) {
    const url = `/Clients/${call}`;
    byUrl[url] = fetch(url, { headers });
    byUrl[url].catch(() => {});
  }
  globalThis.rawajFirstAnswers = { headers, byUrl };
})();

// Stands in the page itself and runs before the first paint: the stored language and theme, Arabic and the system's theme
// as fallback. Then asks for the files that the first page will need; the build writes their addresses here.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(`rawaj.${key}`);
    } catch {
      // Storage may be closed to us (private windows): the fallbacks stand.
      return null;
    }
  };
  const language = read("language") === "en" ? "en" : "ar";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  const theme = read("theme");
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  const files = __FIRST_FILES__;
  const page = read("access_token") === null ? files.door : files.desk;
  for (const file of page?.[language] ?? []) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.href = file;
    document.head.append(link);
  }
})();

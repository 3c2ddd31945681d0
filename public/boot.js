// Runs before the first paint: the stored language and theme, Arabic and the system's theme as fallback.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = { language: localStorage.getItem("rawaj.language"), theme: localStorage.getItem("rawaj.theme") };
  } catch {
    // Storage may be closed to us (private windows): the fallbacks stand.
  }
  const language = stored.language === "en" ? "en" : "ar";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  const dark =
    stored.theme === "dark" ||
    (stored.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();

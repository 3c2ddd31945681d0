// Inlined in the staff's page and runs before the first paint: applies the stored language and theme, with Arabic and
// the light theme as fallback.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(`rawaj.${key}`);
    } catch {
      // Storage may be blocked (private windows): the fallbacks apply.
      return null;
    }
  };
  const language = read("language") === "en" ? "en" : "ar";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  const theme = read("theme");
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();

/** The pages that anybody reads, signed out, with the keys of their names: they link to each other at their foot. */
export const publicLinks = [
  { to: "/help", label: "company:links.help" },
  { to: "/about", label: "company:links.about" },
  { to: "/contact", label: "company:links.contact" },
  { to: "/terms", label: "company:links.terms" },
  { to: "/privacy", label: "company:links.privacy" },
] as const;

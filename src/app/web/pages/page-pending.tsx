import { useLocation } from "@tanstack/react-router";
import { type PageKind, SkeletonPage } from "#base/web/kit/skeletons.tsx";

/** A loading page, in the shape it will have. */
export function PagePending() {
  const path = useLocation({ select: (location) => location.pathname });
  return <SkeletonPage kind={toPageKind(path)} isBare={document.getElementById("main") === null} />;
}

/** Home and a campaign load as figures, forms as a form, the rest as lists. */
export function toPageKind(path: string): PageKind {
  if (/\/(add|edit|create-campaign|create-ad-flow|settings|account-details|AddAi)(\/|$)/.test(path))
    return "form";
  return path === "/" || /^\/campaigns\/[^/]+$/.test(path) || path.endsWith("/wallet") ? "figures" : "rows";
}

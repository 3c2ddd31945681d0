import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { useLandingPage } from "../landing-pages.queries.ts";
import { PageEditor } from "./page-editor.tsx";

/** One landing page: its blocks beside the page as shoppers will read it. */
export function LandingPageEditorPage() {
  const id = String(useParams({ strict: false }).id ?? "");
  const query = useLandingPage(id);
  const [reloads, setReloads] = useState(0);
  const reload = async () => {
    await query.refetch();
    setReloads((count) => count + 1);
  };
  return (
    <QueryBoundary query={query} fallback={<SkeletonLine height="32rem" />}>
      {(page) => <PageEditor key={`${page.id} ${reloads}`} page={page} onReload={() => void reload()} />}
    </QueryBoundary>
  );
}

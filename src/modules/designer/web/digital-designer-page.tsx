import { Button } from "@mantine/core";
import { IconColorSwatch } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DesignList } from "./design-list.tsx";
import classes from "./designer.module.css";
import { useDesignerState } from "./designer.queries.ts";
import { QuotaBar } from "./quota-bar.tsx";
import { RequestForm } from "./request-form.tsx";

const DesignEditor = lazy(async () => ({
  default: (await import("./editor/design-editor.tsx")).DesignEditor,
}));

const BrandKitDialog = lazy(async () => ({
  default: (await import("./brand-kit-dialog.tsx")).BrandKitDialog,
}));

/** `/digital-designer`: a request and its designs; with `?design=` one of them, opened for editing. */
export function DigitalDesignerPage() {
  const { design }: { design?: unknown } = useSearch({ strict: false });
  if (typeof design === "string" && design !== "")
    return (
      <Suspense fallback={<SkeletonLine height="24rem" />}>
        <DesignEditor key={design} id={design} />
      </Suspense>
    );
  return <RequestAndDesigns />;
}

function RequestAndDesigns() {
  const { t } = useTranslation("designer");
  const state = useDesignerState();
  const list = useRef<HTMLDivElement>(null);
  const [isKitOpen, setKitOpen] = useState(false);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button
            variant="default"
            leftSection={<IconColorSwatch size={18} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setKitOpen(true)}
          >
            {t("brand.open")}
          </Button>
        }
      />
      <LazyDialog opened={isKitOpen}>
        <BrandKitDialog opened={isKitOpen} onClose={() => setKitOpen(false)} />
      </LazyDialog>
      <div className={classes.page}>
        <div className={classes.stack}>
          <QueryBoundary query={state} fallback={<SkeletonRows count={1} />}>
            {(data) => <QuotaBar state={data} />}
          </QueryBoundary>
          <RequestForm onMade={() => list.current?.scrollIntoView({ block: "start", behavior: "smooth" })} />
        </div>
        <DesignList listRef={list} />
      </div>
    </>
  );
}

import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { ItemDetails } from "./item-details.tsx";
import { ItemMedia } from "./item-media.tsx";
import classes from "./library.module.css";
import { itemQuery } from "./library.queries.ts";

/** One item over the grid; it stands in the address, so that Back closes it. Null while none is open. */
export function ItemDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("library");
  const isWide = useIsAtLeast("tablet");
  // The closing dialog still shows its item.
  const [shown, setShown] = useState(id ?? "");
  if (id !== null && id !== shown) setShown(id);
  const item = useQuery({ ...itemQuery(shown), enabled: shown !== "" });
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      size="xl"
      fullScreen={!isWide}
      title={
        <strong>
          <UserText>{item.data?.title ?? ""}</UserText>
        </strong>
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <QueryBoundary query={item} fallback={<SkeletonRows count={4} />}>
        {(data) => (
          <div className={classes.item}>
            <ItemMedia item={data} />
            <ItemDetails item={data} />
          </div>
        )}
      </QueryBoundary>
    </Modal>
  );
}

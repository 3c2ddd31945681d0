import { type ComponentProps, lazy, Suspense } from "react";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import type { MediaGuidance as Guidance } from "./guidance/media-guidance.tsx";
import type { LibraryDialog as Dialog } from "./picker/library-dialog.tsx";
import type { MediaPicker as Picker } from "./picker/media-picker.tsx";

const LoadedPicker = lazy(async () => {
  const [{ MediaPicker }] = await Promise.all([
    import("./picker/media-picker.tsx"),
    preloadMessages(["creative", "ad_accounts"]),
  ]);
  return { default: MediaPicker };
});

const LoadedGuidance = lazy(async () => {
  const [{ MediaGuidance }] = await Promise.all([
    import("./guidance/media-guidance.tsx"),
    preloadMessages(["creative", "ad_accounts"]),
  ]);
  return { default: MediaGuidance };
});

const LoadedDialog = lazy(async () => {
  const [{ LibraryDialog }] = await Promise.all([
    import("./picker/library-dialog.tsx"),
    preloadMessages(["creative", "ad_accounts"]),
  ]);
  return { default: LibraryDialog };
});

/** The library to choose a file from, open while it is drawn. Loaded with its texts when it is first shown. */
export function LibraryDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}

/**
 * Chooses an ad's picture or video: a new file, checked, mended and uploaded here, or one of the library. Loaded with
 * its texts when it is first shown.
 */
export function MediaPicker(props: ComponentProps<typeof Picker>) {
  return (
    <Suspense fallback={<SkeletonLine height="12rem" />}>
      <LoadedPicker {...props} />
    </Suspense>
  );
}

/** What the platforms take and advise for an ad's file. Loaded with its texts when it is first shown. */
export function MediaGuidance(props: ComponentProps<typeof Guidance>) {
  return (
    <Suspense fallback={<SkeletonLine height="6rem" />}>
      <LoadedGuidance {...props} />
    </Suspense>
  );
}

import { type ReactNode, Suspense, useState } from "react";

/**
 * A dialog whose file is loaded when it is first opened: `children`, a lazy component, is drawn from then on, also while
 * it is closed, so that its closing is seen.
 */
export function LazyDialog({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(opened);
  if (opened && !wasOpened) setOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}

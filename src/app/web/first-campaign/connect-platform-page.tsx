import { useState } from "react";
import { ConnectedPlatforms } from "#modules/ad-accounts/web/connected-platforms.tsx";
import { useAuthorizationReturn } from "#modules/ad-accounts/web/use-authorization-return.ts";
import { GoOn } from "./go-on.tsx";
import { StepPage } from "./step-page.tsx";
import { stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/**
 * The step that links an ad account; the platform's consent page redirects back here, and with an account linked the flow
 * goes on by itself.
 */
export function FirstPlatformPage() {
  const [hasLinked, setLinked] = useState(false);
  const isRelinked = useAuthorizationReturn().authorizationReturn?.result === "relinked";
  const isDone = useSetup().setup?.progress.platform === "done";
  if (isDone && (hasLinked || isRelinked)) return <GoOn from="platform" />;
  return (
    <StepPage step="platform">
      <ConnectedPlatforms returnTo={stepPaths.platform} isGuided onLinked={() => setLinked(true)} />
    </StepPage>
  );
}

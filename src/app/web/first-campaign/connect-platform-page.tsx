import { ConnectedPlatforms } from "#modules/ad-accounts/web/connected-platforms.tsx";
import { StepPage } from "./step-page.tsx";
import { stepPaths } from "./steps.ts";

/** The step that links an ad account; the platform's consent page redirects back here. */
export function FirstPlatformPage() {
  return (
    <StepPage step="platform">
      <ConnectedPlatforms returnTo={stepPaths.platform} />
    </StepPage>
  );
}

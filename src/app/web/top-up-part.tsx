import { lazy, Suspense } from "react";
import { preloadMessages } from "#base/web/i18n.ts";
import type { TopUpProps } from "#modules/campaigns/web/top-up.tsx";

const TopUpButton = lazy(async () => {
  const [{ TopUpButton }] = await Promise.all([
    import("#modules/wallet/web/top-up-button.tsx"),
    preloadMessages(["wallet"]),
  ]);
  return { default: TopUpButton };
});

/** A top-up of a given amount, for any page that needs it. */
export function TopUpByAmount({ label, amount }: TopUpProps) {
  return (
    <Suspense fallback={null}>
      <TopUpButton label={label} suggested={amount} />
    </Suspense>
  );
}

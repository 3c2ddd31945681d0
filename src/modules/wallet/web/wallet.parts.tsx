import { lazy, Suspense } from "react";
import { preloadMessages } from "#base/web/runtime/i18n.ts";

const TopUpButton = lazy(async () => {
  const [{ TopUpButton }] = await Promise.all([import("./top-up-button.tsx"), preloadMessages(["wallet"])]);
  return { default: TopUpButton };
});

type Props = {
  label: string;
  /** Halalas to propose. */
  amount: number;
  /** The path where the merchant continues after the bank's page; the present page by default. */
  returnTo?: string | undefined;
};

/** Opens the top-up dialog with an amount, on any page: the button and its texts are loaded when it is first shown. */
export function TopUpByAmount({ label, amount, returnTo }: Props) {
  return (
    <Suspense fallback={null}>
      <TopUpButton label={label} suggested={amount} {...(returnTo ? { returnTo } : {})} />
    </Suspense>
  );
}

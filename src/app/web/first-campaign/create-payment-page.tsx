import { Navigate } from "@tanstack/react-router";
import { stepPaths } from "./steps.ts";

/** Amount and card were a page of their own; an address that is still in use leads to the step that has both. */
export function FirstDepositPage() {
  return <Navigate to={stepPaths.money} replace />;
}

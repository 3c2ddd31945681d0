import { DemoOffer } from "#modules/demo/web/demo-offer.tsx";
import { AuthPage } from "#modules/merchants/web/auth-page.tsx";

/** The sign-in, and the demo store for whoever wants to look around first. */
export const SignInPage = () => <AuthPage offer={<DemoOffer />} />;

import type { PaymentMethod } from "../contract/enums.ts";
import type { EmbeddedForm } from "../contract/payment-form.ts";

/** The part that we use of what the gateway's script reports about a payment. */
export type MadePayment = { id: string; status: string; source?: { type?: string } };
type FormSettings = Record<string, unknown> & {
  element: HTMLElement;
  on_completed: (payment: MadePayment) => Promise<void>;
  on_failed: (reason: unknown) => void;
};
type Gateway = { init(settings: FormSettings): unknown };

const timeoutMs = 20_000;
let loading: Promise<unknown> | undefined;

/** Loads the gateway's own script and style, only on a page that pays. Rejects when they are blocked or time out. */
export async function loadPaymentScript(form: EmbeddedForm): Promise<Gateway> {
  loading ??= Promise.all([addScript(form), addStyle(form)]);
  try {
    await loading;
    const gateway = (window as { Moyasar?: Gateway }).Moyasar;
    if (!gateway) throw new Error("the payment script did not define its form");
    return gateway;
  } catch (cause) {
    loading = undefined;
    throw cause;
  }
}

function addScript({ script_url, script_integrity }: EmbeddedForm): Promise<void> {
  const script = document.createElement("script");
  script.src = script_url;
  return added(script, script_integrity);
}

function addStyle({ style_url, style_integrity }: EmbeddedForm): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = style_url;
  return added(link, style_integrity);
}

function added(node: HTMLScriptElement | HTMLLinkElement, integrity: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error("the payment form timed out")), timeoutMs);
    function fail(error: Error) {
      clearTimeout(timer);
      node.remove();
      reject(error);
    }
    node.crossOrigin = "anonymous";
    if (integrity) node.integrity = integrity;
    node.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    node.onerror = () => fail(new Error("the payment form was blocked"));
    document.head.append(node);
  });
}

/** The gateway's names for the ways to pay (Moyasar docs, Form configuration). */
const gatewayNames: Record<PaymentMethod, string> = {
  card: "creditcard",
  apple_pay: "applepay",
  stc_pay: "stcpay",
};

type AppleWindow = { ApplePaySession?: { canMakePayments(): boolean } };

/** Apple Pay works in Safari on a device that has it; the other ways work in every browser. */
export function canWorkHere(method: PaymentMethod): boolean {
  if (method !== "apple_pay") return true;
  try {
    return (window as AppleWindow).ApplePaySession?.canMakePayments() ?? false;
  } catch {
    // Apple's session throws on a page that is not https.
    return false;
  }
}

/**
 * Draws the gateway's form into `element`. Card data goes from it to the gateway; this page gets only the payment's id.
 */
export function drawPaymentForm(
  gateway: Gateway,
  form: EmbeddedForm,
  element: HTMLElement,
  callbacks: Pick<FormSettings, "on_completed" | "on_failed">,
): void {
  const methods = form.methods.filter(canWorkHere).map((method) => gatewayNames[method]);
  gateway.init({
    element,
    amount: form.amount_halalas,
    currency: form.currency,
    description: form.description,
    publishable_api_key: form.publishable_key,
    callback_url: form.callback_url,
    methods,
    supported_networks: ["mada", "visa", "mastercard"],
    language: form.language,
    metadata: form.metadata,
    ...(form.apple_pay_validation_url && methods.includes("applepay")
      ? {
          apple_pay: {
            country: "SA",
            label: form.description,
            validate_merchant_url: form.apple_pay_validation_url,
          },
        }
      : {}),
    ...(form.save_card ? { credit_card: { save_card: true } } : {}),
    ...callbacks,
  });
}

import type { PaymentForm } from "../contract/payment-form.ts";

/** The part that we use of what the gateway's script reports about a payment. */
export type MadePayment = { id: string; status: string };
type FormSettings = Record<string, unknown> & {
  element: HTMLElement;
  on_completed: (payment: MadePayment) => Promise<void>;
  on_failed: (reason: unknown) => void;
};
type Gateway = { init(settings: FormSettings): unknown };

const timeoutMs = 20_000;
let loading: Promise<Gateway> | undefined;

/** Loads the gateway's own script and style, only on a page that pays. Rejects when they are blocked or time out. */
export function loadPaymentScript(form: PaymentForm): Promise<Gateway> {
  loading ??= Promise.all([addScript(form), addStyle(form)]).then(() => {
    const gateway = (window as { Moyasar?: Gateway }).Moyasar;
    if (!gateway) throw new Error("the payment script did not define its form");
    return gateway;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

function addScript({ script_url, script_integrity }: PaymentForm): Promise<void> {
  const script = document.createElement("script");
  script.src = script_url;
  return added(script, script_integrity);
}

function addStyle({ style_url, style_integrity }: PaymentForm): Promise<void> {
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

/**
 * Draws the gateway's form into `element`. Card data goes from it to the gateway; this page gets only the payment's id.
 */
export function drawPaymentForm(
  gateway: Gateway,
  form: PaymentForm,
  element: HTMLElement,
  callbacks: Pick<FormSettings, "on_completed" | "on_failed">,
): void {
  gateway.init({
    element,
    amount: form.amount_halalas,
    currency: form.currency,
    description: form.description,
    publishable_api_key: form.publishable_key,
    callback_url: form.callback_url,
    methods: ["creditcard"],
    supported_networks: ["mada", "visa", "mastercard"],
    language: form.language,
    metadata: form.metadata,
    ...(form.save_card ? { credit_card: { save_card: true } } : {}),
    ...callbacks,
  });
}

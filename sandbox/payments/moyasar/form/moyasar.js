/*
 * The sandbox's payment form: the same `Moyasar.init` as the gateway's own script, drawn by us.
 * It sends the card from the browser to the gateway that served it, and to nobody else.
 * No inline style and no eval, so that it works under a strict content policy; the look is in moyasar.css.
 */
(() => {
  // The CDN and the API stand side by side: …/moyasar-cdn/mpf/1.15.0/moyasar.js and …/moyasar/v1.
  const ownAddress = document.currentScript ? document.currentScript.src : "";
  const apiAddress = ownAddress.replace(/\/moyasar-cdn\/.*$/, "/moyasar/v1");

  const words = {
    ar: {
      name: "الاسم على البطاقة",
      number: "رقم البطاقة",
      expiry: "تاريخ الانتهاء (شهر/سنة)",
      cvc: "رمز الأمان (CVC)",
      save: "حفظ البطاقة للدفعات القادمة",
      pay: "ادفع",
      busy: "جارٍ الدفع…",
      form: "الدفع بالبطاقة",
      card: "بطاقة",
      stcpay: "STC Pay",
      applepay: "Apple Pay",
      method: "طريقة الدفع",
      mobile: "رقم الجوال",
      otp: "رمز التحقق",
      confirm: "تأكيد",
      requiredName: "اكتب الاسم كما هو على البطاقة: الأول والأخير.",
      wrongNumber: "رقم البطاقة غير صحيح.",
      unsupported: "هذه البطاقة غير مقبولة هنا.",
      wrongExpiry: "تاريخ الانتهاء غير صحيح.",
      expired: "انتهت صلاحية البطاقة.",
      wrongCvc: "رمز الأمان غير صحيح.",
      wrongMobile: "اكتب رقم جوال يبدأ بـ 05.",
      wrongOtp: "رمز التحقق غير صحيح.",
      appleFailed: "لم تتم عملية الدفع عبر Apple Pay.",
      declined: "لم يوافق البنك على الدفع. جرّب بطاقة أخرى أو تواصل مع البنك.",
      network: "تعذّر الاتصال ببوابة الدفع. تحقق من الشبكة وحاول مرة أخرى.",
    },
    en: {
      name: "Name on card",
      number: "Card number",
      expiry: "Expiry date (MM/YY)",
      cvc: "Security code (CVC)",
      save: "Save this card for later payments",
      pay: "Pay",
      busy: "Paying…",
      form: "Pay by card",
      card: "Card",
      stcpay: "STC Pay",
      applepay: "Apple Pay",
      method: "Payment method",
      mobile: "Mobile number",
      otp: "One-time code",
      confirm: "Confirm",
      requiredName: "Write the name as on the card: first and last.",
      wrongNumber: "The card number is not right.",
      unsupported: "This card is not accepted here.",
      wrongExpiry: "The expiry date is not right.",
      expired: "The card has expired.",
      wrongCvc: "The security code is not right.",
      wrongMobile: "Write a mobile number that begins with 05.",
      wrongOtp: "The code is not right.",
      appleFailed: "The Apple Pay payment did not go through.",
      declined: "The bank did not approve the payment. Try another card or ask your bank.",
      network: "The payment gateway could not be reached. Check the network and try again.",
    },
  };

  const brands = [
    {
      key: "mada",
      label: "mada",
      pattern:
        /^(420132|440647|440795|446404|457865|457997|474491|483010|484783|486094|489317|493428|504300|508160|521076|529415|535825|543357|549760|558848|588845|588850|604906|636120|968201|968208|968211)/,
    },
    { key: "visa", label: "Visa", pattern: /^4/ },
    { key: "mastercard", label: "Mastercard", pattern: /^(5[1-5]|2[2-7])/ },
    { key: "amex", label: "Amex", pattern: /^3[47]/ },
    { key: "unionpay", label: "UnionPay", pattern: /^62/ },
  ];
  const brandOf = (number) => brands.find((brand) => brand.pattern.test(number)) || null;

  /** Arabic-Indic and Persian digits become Latin ones; everything that is not a digit goes. */
  const digitsOf = (text) =>
    text
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
      .replace(/\D/g, "");

  function hasRightCheckDigit(number) {
    let sum = 0;
    [...number].reverse().forEach((digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      sum += doubled > 9 ? doubled - 9 : doubled;
    });
    return number.length >= 12 && sum % 10 === 0;
  }

  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined)
        node.setAttribute(name, String(value));
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }

  let turn = 0;
  /** A labelled field with a place for its error, joined for screen readers. */
  function makeField(key, label, attributes) {
    turn += 1;
    const id = `mysr-${key}-${turn}`;
    const input = make("input", {
      id,
      name: key,
      class: "mysr-input",
      "aria-describedby": `${id}-error`,
      ...attributes,
    });
    const error = make("p", { id: `${id}-error`, class: "mysr-error" });
    const badge = make("span", { class: "mysr-badge", "aria-hidden": "true" });
    const box = make("div", { class: `mysr-field mysr-field-${key}` });
    box.append(
      make("label", { for: id, class: "mysr-label" }, label),
      make("div", { class: "mysr-box" }, input, badge),
      error,
    );
    return {
      box,
      input,
      badge,
      tell(message) {
        error.textContent = message || "";
        input.setAttribute("aria-invalid", message ? "true" : "false");
        return !message;
      },
    };
  }

  /** Reads "12/29", "1229" or "12/2029" into month and year, or null. */
  function readExpiry(text) {
    const digits = digitsOf(text);
    const match = /^(0[1-9]|1[0-2])(\d{2}|20\d{2})$/.exec(digits);
    return match ? { month: match[1], year: match[2].length === 2 ? `20${match[2]}` : match[2] } : null;
  }

  function requireOptions(options) {
    for (const name of ["element", "amount", "currency", "publishable_api_key", "callback_url"]) {
      if (!options || options[name] === undefined || options[name] === null || options[name] === "")
        throw new Error(`Moyasar.init: ${name} is required`);
    }
    if (!Number.isInteger(options.amount) || options.amount < 100)
      throw new Error("Moyasar.init: amount must be an integer of at least 100");
    const element =
      typeof options.element === "string" ? document.querySelector(options.element) : options.element;
    if (!element) throw new Error("Moyasar.init: element was not found");
    return element;
  }

  async function post(address, key, body) {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key ? { authorization: `Basic ${btoa(`${key}:`)}` } : {}),
      },
      body: JSON.stringify(body),
      credentials: "omit",
    });
    return { ok: response.ok, answer: await response.json() };
  }

  /** What the two methods share: the button, the message, the call, and the way on. */
  function makeRun(options, text, button, message) {
    let isBusy = false;
    const say = (sentence) => {
      message.textContent = sentence || "";
    };
    const fail = (sentence, detail) => {
      say(sentence);
      if (typeof options.on_failed === "function") options.on_failed(detail);
      else if (typeof options.on_failure === "function") options.on_failure(detail);
    };
    const setBusy = (busy) => {
      isBusy = busy;
      button.disabled = busy;
      button.setAttribute("aria-busy", busy ? "true" : "false");
      if (busy) button.textContent = text.busy;
      else button.replaceChildren(...payLabel(options, text, button.dataset.kind));
    };
    return async (source, next) => {
      if (isBusy) return;
      setBusy(true);
      say("");
      try {
        if (typeof options.on_initiating === "function" && (await options.on_initiating()) === false) return;
        const { ok, answer } = await post(`${apiAddress}/payments`, options.publishable_api_key, {
          amount: options.amount,
          currency: options.currency,
          ...(options.given_id ? { given_id: options.given_id } : {}),
          ...(options.description ? { description: options.description } : {}),
          callback_url: options.callback_url,
          ...(options.metadata ? { metadata: options.metadata } : {}),
          ...(options.apply_coupon === undefined ? {} : { apply_coupon: options.apply_coupon }),
          source,
        });
        if (!ok) return fail(text.declined, answer.message || answer.type);
        if (answer.status === "failed") return fail(text.declined, answer.source.message);
        await next(answer);
      } catch (error) {
        fail(text.network, error instanceof Error ? error.message : String(error));
      } finally {
        setBusy(false);
      }
    };
  }

  async function tellCompleted(options, payment) {
    if (typeof options.on_completed === "function") await options.on_completed(payment);
    else if (typeof options.on_completed === "string") await post(options.on_completed, null, payment);
  }

  /** Where the whole page goes: to the issuer, or straight back when nobody is to be asked. */
  function leave(options, payment) {
    const onward = payment.source.transaction_url;
    if (onward && payment.status === "initiated") return void window.location.assign(onward);
    const back = new URL(options.callback_url, window.location.href);
    back.searchParams.set("id", payment.id);
    back.searchParams.set("status", payment.status);
    back.searchParams.set("message", payment.source.message || "");
    window.location.assign(back.href);
  }

  function payLabel(options, text, kind) {
    if (kind === "otp") return [text.confirm];
    const amount = make("bdi", { dir: "ltr" }, `${(options.amount / 100).toFixed(2)} ${options.currency}`);
    return [`${text.pay} `, amount];
  }

  function drawCard(options, text) {
    const networks = options.supported_networks || ["mada", "visa", "mastercard", "amex"];
    const latin = {
      dir: "ltr",
      inputmode: "numeric",
      required: true,
      autocapitalize: "off",
      spellcheck: "false",
    };
    const name = makeField("name", text.name, {
      autocomplete: "cc-name",
      required: true,
      dir: "auto",
      maxlength: 255,
    });
    const number = makeField("number", text.number, {
      ...latin,
      autocomplete: "cc-number",
      placeholder: "0000 0000 0000 0000",
      maxlength: 23,
    });
    const expiry = makeField("expiry", text.expiry, {
      ...latin,
      autocomplete: "cc-exp",
      placeholder: "MM / YY",
      maxlength: 9,
    });
    const cvc = makeField("cvc", text.cvc, {
      ...latin,
      autocomplete: "cc-csc",
      placeholder: "000",
      maxlength: 4,
    });
    const button = make(
      "button",
      { type: "submit", class: "mysr-button", "data-kind": "card" },
      ...payLabel(options, text),
    );
    const message = make("p", { class: "mysr-message", role: "alert" });
    const wantsSaving = Boolean(options.credit_card?.save_card);
    const saveBox = wantsSaving
      ? make("input", { type: "checkbox", name: "save_card", id: `mysr-save-${turn}` })
      : null;
    if (saveBox) saveBox.checked = true;
    const save =
      saveBox && make("label", { class: "mysr-save", for: saveBox.id }, saveBox, make("span", {}, text.save));
    const form = make("form", {
      class: "mysr-form",
      novalidate: true,
      "aria-label": text.form,
      "data-method": "creditcard",
    });
    const side = make("div", { class: "mysr-side" }, expiry.box, cvc.box);
    form.append(name.box, number.box, side, ...(save ? [save] : []), message, button);

    number.input.addEventListener("input", () => {
      const digits = digitsOf(number.input.value).slice(0, 19);
      const brand = brandOf(digits);
      number.badge.textContent = brand ? brand.label : "";
      number.box.setAttribute("data-brand", brand ? brand.key : "");
      const isAtEnd = number.input.selectionStart === number.input.value.length;
      if (isAtEnd) number.input.value = digits.replace(/(\d{4})(?=\d)/g, "$1 ");
    });
    expiry.input.addEventListener("input", (event) => {
      const digits = digitsOf(expiry.input.value).slice(0, 6);
      const isTyping = event.inputType !== "deleteContentBackward";
      if (isTyping && digits.length >= 2) expiry.input.value = `${digits.slice(0, 2)} / ${digits.slice(2)}`;
    });

    const check = () => {
      const digits = digitsOf(number.input.value);
      const brand = brandOf(digits);
      const date = readExpiry(expiry.input.value);
      const isPast = date && Date.UTC(Number(date.year), Number(date.month), 1) <= Date.now();
      const code = digitsOf(cvc.input.value);
      const isSupported = brand && networks.includes(brand.key);
      const verdicts = [
        [name, /^\s*\S+\s+\S+/.test(name.input.value) ? "" : text.requiredName],
        [
          number,
          !hasRightCheckDigit(digits) || !brand ? text.wrongNumber : isSupported ? "" : text.unsupported,
        ],
        [expiry, !date ? text.wrongExpiry : isPast ? text.expired : ""],
        [cvc, code.length === (brand && brand.key === "amex" ? 4 : 3) ? "" : text.wrongCvc],
      ];
      const wrong = verdicts.filter(([field, verdict]) => !field.tell(verdict));
      if (wrong.length > 0) wrong[0][0].input.focus();
      return wrong.length > 0 ? null : { digits, date, code };
    };
    for (const field of [name, number, expiry, cvc])
      field.input.addEventListener("input", () => field.tell(""));

    const run = makeRun(options, text, button, message);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const card = check();
      if (!card) return;
      const source = {
        type: "creditcard",
        name: name.input.value.trim().replace(/\s+/g, " "),
        number: card.digits,
        month: card.date.month,
        year: card.date.year,
        cvc: card.code,
        ...(saveBox?.checked ? { save_card: true } : {}),
        ...(options.credit_card?.manual ? { manual: true } : {}),
      };
      void run(source, async (payment) => {
        await tellCompleted(options, payment);
        leave(options, payment);
      });
    });
    return form;
  }

  function drawStcPay(options, text) {
    const mobile = makeField("mobile", text.mobile, {
      dir: "ltr",
      inputmode: "tel",
      autocomplete: "tel",
      required: true,
      placeholder: "05XXXXXXXX",
      maxlength: 14,
    });
    const otp = makeField("otp", text.otp, {
      dir: "ltr",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: 6,
    });
    const button = make(
      "button",
      { type: "submit", class: "mysr-button", "data-kind": "stcpay" },
      ...payLabel(options, text),
    );
    const message = make("p", { class: "mysr-message", role: "alert" });
    const form = make("form", {
      class: "mysr-form",
      novalidate: true,
      "aria-label": text.stcpay,
      "data-method": "stcpay",
    });
    form.append(mobile.box, message, button);
    let waiting = null;
    const run = makeRun(options, text, button, message);

    const confirm = async () => {
      const code = digitsOf(otp.input.value);
      if (!otp.tell(code.length >= 4 ? "" : text.wrongOtp)) return otp.input.focus();
      button.disabled = true;
      try {
        const { ok, answer } = await post(waiting.source.transaction_url, null, { otp_value: code });
        if (ok && answer.status === "paid") return leave(options, answer);
        message.textContent = text.declined;
        if (typeof options.on_failed === "function")
          options.on_failed(answer.source?.message || answer.message);
        waiting = null;
        otp.box.remove();
      } catch {
        message.textContent = text.network;
      } finally {
        button.disabled = false;
      }
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (waiting) return void confirm();
      const digits = digitsOf(mobile.input.value);
      if (!mobile.tell(/^05\d{8}$/.test(digits) ? "" : text.wrongMobile)) return mobile.input.focus();
      void run({ type: "stcpay", mobile: digits }, async (payment) => {
        await tellCompleted(options, payment);
        waiting = payment;
        button.dataset.kind = "otp";
        mobile.box.after(otp.box);
        otp.input.focus();
      });
    });
    return form;
  }

  /** Several methods stand as radio buttons over the one that is open. */
  function drawMethods(methods, text, show) {
    turn += 1;
    const group = make("fieldset", { class: "mysr-methods" }, make("legend", {}, text.method));
    methods.forEach((method, index) => {
      const radio = make("input", { type: "radio", name: `mysr-method-${turn}`, value: method });
      radio.checked = index === 0;
      radio.addEventListener("change", () => show(method));
      const name = { stcpay: text.stcpay, applepay: text.applepay }[method] || text.card;
      group.append(make("label", {}, radio, make("span", {}, name)));
    });
    return group;
  }

  const hasApplePay = () =>
    typeof window.ApplePaySession === "function" && window.ApplePaySession.canMakePayments();

  /** Apple's sheet: this site is validated, the device's owner approves, the token goes to the gateway. */
  function drawApplePay(options, text) {
    const button = make(
      "button",
      {
        type: "button",
        class: "mysr-button mysr-apple",
        "data-kind": "applepay",
        "aria-label": text.applepay,
      },
      ...payLabel(options, text, "applepay"),
    );
    const message = make("p", { class: "mysr-message", role: "alert" });
    const box = make("div", { class: "mysr-form", "data-method": "applepay" }, message, button);
    const fail = (detail) => {
      message.textContent = text.appleFailed;
      if (typeof options.on_failed === "function") options.on_failed(detail);
    };
    button.addEventListener("click", () => {
      message.textContent = "";
      const session = new window.ApplePaySession(3, {
        countryCode: options.apple_pay.country,
        currencyCode: options.currency,
        supportedNetworks: ["mada", "visa", "masterCard"],
        merchantCapabilities: ["supports3DS", "supportsCredit", "supportsDebit"],
        total: { label: options.apple_pay.label, amount: (options.amount / 100).toFixed(2) },
      });
      session.onvalidatemerchant = async ({ validationURL }) => {
        try {
          const { ok, answer } = await post(options.apple_pay.validate_merchant_url, null, {
            validation_url: validationURL,
            display_name: options.apple_pay.label,
            domain_name: window.location.hostname,
            publishable_api_key: options.publishable_api_key,
          });
          if (!ok) throw new Error(answer.message || answer.type);
          session.completeMerchantValidation(answer);
        } catch (error) {
          session.abort();
          fail(error instanceof Error ? error.message : String(error));
        }
      };
      session.onpaymentauthorized = ({ payment }) => payByApple(options, session, payment, fail);
      session.begin();
    });
    return box;
  }

  async function payByApple(options, session, { token }, fail) {
    const { STATUS_SUCCESS, STATUS_FAILURE } = window.ApplePaySession;
    try {
      const { ok, answer } = await post(`${apiAddress}/payments`, options.publishable_api_key, {
        amount: options.amount,
        currency: options.currency,
        ...(options.description ? { description: options.description } : {}),
        callback_url: options.callback_url,
        ...(options.metadata ? { metadata: options.metadata } : {}),
        source: { type: "applepay", token: JSON.stringify(token.paymentData) },
      });
      const isPaid = ok && answer.status === "paid";
      session.completePayment({ status: isPaid ? STATUS_SUCCESS : STATUS_FAILURE });
      if (!isPaid) return fail(ok ? answer.source.message : answer.message || answer.type);
      await tellCompleted(options, answer);
      leave(options, answer);
    } catch (error) {
      session.completePayment({ status: STATUS_FAILURE });
      fail(error instanceof Error ? error.message : String(error));
    }
  }

  const draws = { creditcard: drawCard, stcpay: drawStcPay, applepay: drawApplePay };

  window.Moyasar = {
    version: "1.15.0-sandbox",
    init(options) {
      const element = requireOptions(options);
      const language = options.language === "en" ? "en" : "ar";
      const text = words[language];
      const canPay = (method) => method !== "applepay" || (options.apple_pay && hasApplePay());
      const methods = (options.methods || ["creditcard"]).filter(
        (method) => method in draws && canPay(method),
      );
      const root = make("div", { class: "mysr", lang: language, dir: language === "ar" ? "rtl" : "ltr" });
      const place = make("div", {});
      const show = (method) => place.replaceChildren(draws[method](options, text));
      root.append(
        make(
          "p",
          { class: "mysr-sandbox" },
          language === "ar" ? "بيئة تجريبية · لا تُخصم أموال" : "Sandbox · no money moves",
        ),
      );
      if (methods.length > 1) root.append(drawMethods(methods, text, show));
      root.append(place);
      if (methods.length > 0) show(methods[0]);
      element.replaceChildren(root);
    },
  };
})();

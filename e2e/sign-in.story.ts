import { randomBytes } from "node:crypto";
import { followRequests, waitForPage } from "./steps/inspect.ts";
import { loadPreparedMerchant } from "./steps/prepared-merchants.ts";
import { codeField, fillName, mobileField, requestCode, signOut } from "./steps/sign-in.ts";
import { aMerchant, expect, remember, story } from "./steps/story.ts";
import { makeTranslate } from "./steps/translate.ts";

story.describe("a merchant on the sign-in page", () => {
  story(
    "signs in with a number typed as Saudis type it, and is recognized the next time",
    async ({ page, t, sandbox, mobile }) => {
      const typed = [...mobile].map((digit) => String.fromCharCode(0x0660 + Number(digit))).join("");
      await page.goto("/campaigns");
      await expect(page).toHaveURL(/\/auth$/);
      await requestCode(page, t, `${typed.slice(0, 3)} ${typed.slice(3)}`);
      await expect(page.getByText(new RegExp(mobile.slice(-4)))).toBeVisible();

      await codeField(page, t).pressSequentially(await sandbox.codeFor(mobile));
      await fillName(page, t, "نورة العتيبي");
      await expect(page).toHaveURL(/first-campaign\/connect-store/);

      await signOut(page, t);
      await expect(page).toHaveURL(/\/auth$/);
      expect(await page.evaluate(() => localStorage.getItem("rawaj.access_token"))).toBeNull();
      await page.goBack();
      await expect(page).toHaveURL(/\/auth$/);
    },
  );

  story("reads that a code is wrong, and may type it again", async ({ page, t, sandbox, mobile }) => {
    await page.goto("/auth");
    await requestCode(page, t, mobile);
    const code = await sandbox.codeFor(mobile);
    await codeField(page, t).pressSequentially(code === "000000" ? "111111" : "000000");
    await expect(page.getByRole("alert")).toContainText(t("merchants:code_wrong"));
    await expect(page.getByTestId("snackbar")).toBeHidden();
    await expect(codeField(page, t)).toHaveValue("");
    await expect(codeField(page, t)).toBeFocused();
    await codeField(page, t).pressSequentially(code);
    await expect(page.getByRole("heading", { name: t("merchants:auth.name_title") })).toBeVisible();
  });

  story(
    "may type the code in another tab of the same browser",
    async ({ page, t, sandbox, mobile, context, language }) => {
      await page.goto("/auth");
      await expect(page.getByText(t("merchants:auth.what_is_kept"))).toBeVisible();
      await requestCode(page, t, mobile);
      const tab = await context.newPage();
      await remember(tab, { "rawaj.language": language });
      await tab.goto("/auth");
      await requestCode(tab, t, mobile);
      await codeField(tab, t).pressSequentially(await sandbox.codeFor(mobile));
      await fillName(tab, t, "نورة العتيبي");
      await expect(tab).toHaveURL(/first-campaign\/connect-store/);
      // The first tab follows.
      await expect(page).toHaveURL(/first-campaign\/connect-store/);
      expect(await sandbox.messagesTo(mobile)).toHaveLength(1);
    },
  );

  story(
    "whose code was requested in another browser reads so, and requests one here",
    async ({ page, context, t, sandbox, mobile, product }) => {
      const value = randomBytes(32).toString("base64url");
      await context.addCookies([{ name: "rawaj_browser", value, url: `${product}/Clients/Account/login` }]);
      await fetch(`${product}/Clients/Account/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ mobile_number: mobile }),
      });
      await sandbox.codeFor(mobile);
      await page.goto("/auth");
      await mobileField(page, t).fill(mobile);
      await page.getByRole("button", { name: t("merchants:auth.send_code") }).click();
      const cooldownText = t("merchants:number_cooldown", { wait: "…" }).split("…")[0] ?? "";
      await expect(page.getByText(cooldownText.trim())).toBeVisible();
      await expect(codeField(page, t)).toBeHidden();
    },
  );

  story("waits for another code while minutes and seconds run down", async ({ page, t, sandbox, mobile }) => {
    await page.clock.install();
    await page.goto("/auth");
    await requestCode(page, t, mobile);
    await sandbox.codeFor(mobile);
    const countdown = page.getByTestId("countdown");
    await expect(countdown).toHaveText(/^(1:00|0:5\d)$/);
    await page.clock.fastForward("00:20");
    await expect(countdown).toHaveText(/^0:[34]\d$/);
    await expect(page.getByRole("button", { name: t("merchants:auth.resend") })).toBeHidden();
    await page.clock.fastForward("00:40");
    // The server's minute is not over: no second message is sent, and the boxes go on waiting for the first.
    await page.getByRole("button", { name: t("merchants:auth.resend") }).click();
    await expect(countdown).toHaveText(/^0:\d\d$/);
    expect(await sandbox.messagesTo(mobile)).toHaveLength(1);
  });

  for (const [what, typed] of [
    ["a landline", "0112345678"],
    ["another country's number", "+971501234567"],
    ["a digit too few", "05012345"],
  ] as const)
    story(`reads at once that ${what} is not a Saudi mobile`, async ({ page, t }) => {
      await page.goto("/auth");
      await mobileField(page, t).fill(typed);
      await page.getByRole("button", { name: t("merchants:auth.send_code") }).click();
      await expect(page.getByText(t("merchants:mobile_not_valid"))).toBeVisible();
      await expect(mobileField(page, t)).toHaveAttribute("aria-invalid", "true");
    });
});

story.describe("a signed-in merchant", () => {
  story(
    "is sent to the sign-in page when the session is ended elsewhere",
    async ({ page, t, sandbox, product }) => {
      const merchant = await aMerchant(page, { sandbox, product });
      const requests = followRequests(page);
      await page.goto("/first-campaign/connect-store");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("first_campaign:store.title"));
      // A call of the opening page that is answered after the session's end would lead away before the tap.
      await waitForPage(page);
      await expect.poll(() => requests.size).toBe(0);
      await merchant.call("POST Clients/Account/logout");
      await page
        .getByRole("button", { name: t("stores:connect", { platform: t("stores:platforms.salla") }) })
        .click();
      await expect(page).toHaveURL(/\/auth$/);
      expect(await page.evaluate(() => localStorage.getItem("rawaj.user_data"))).toBeNull();
    },
  );

  story(
    "switches the product to the other language, and it stays so",
    async ({ page, sandbox, language, product, isPhone, t }) => {
      await aMerchant(page, { sandbox, product });
      const other = language === "ar" ? "en" : "ar";
      await page.goto("/first-campaign/connect-store");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("first_campaign:store.title"));
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      const accountRequest = page.waitForRequest((request) =>
        request.url().endsWith("/Clients/Account/index"),
      );
      if (isPhone) {
        await page.getByRole("button", { name: t("app:account_menu") }).click();
        await page.getByRole("button", { name: other === "en" ? "English" : "العربية" }).click();
      } else {
        await page
          .getByRole("banner")
          .getByRole("button", { name: /^(EN|ع):/ })
          .click();
      }
      expect((await accountRequest).headers()["x-app-language"]).toBe(other);
      for (const _ of ["now", "after a reload"]) {
        await expect(page.locator("html")).toHaveAttribute("dir", other === "ar" ? "rtl" : "ltr");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          makeTranslate(other)("first_campaign:store.title"),
        );
        await page.reload();
      }
    },
  );

  story(
    "who forgot the password sets another by a code, and signs in with it",
    async ({ page, t, sandbox }) => {
      const { mobile } = loadPreparedMerchant(story.info().project.name);
      await page.goto("/auth");
      await page.getByRole("button", { name: t("merchants:auth.with_password") }).click();
      await page.getByRole("button", { name: t("merchants:auth.forgot") }).click();
      await mobileField(page, t).fill(mobile);
      // One code a minute: a merchant who was sent one just now has to wait before the next request.
      await expect(async () => {
        await page.getByRole("button", { name: t("merchants:auth.send_code") }).click();
        await expect(codeField(page, t)).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 90_000 });
      await codeField(page, t).pressSequentially(await sandbox.codeFor(mobile, 2));
      const first = page.getByLabel(t("merchants:auth.new_password"), { exact: true });
      const again = page.getByLabel(t("merchants:auth.password_again"), { exact: true });
      const save = page.getByRole("button", { name: t("merchants:auth.save_password") });

      await first.fill("12345");
      await save.click();
      await expect(page.getByText(t("merchants:password_too_short"))).toBeVisible();
      await first.fill("نخلة2026");
      await again.fill("نخلة2025");
      await save.click();
      await expect(page.getByText(t("merchants:password_mismatch"))).toBeVisible();
      await again.fill("نخلة2026");
      await save.click();
      await expect(page).toHaveURL(/first-campaign/);

      await signOut(page, t);
      await page.getByRole("button", { name: t("merchants:auth.with_password") }).click();
      await mobileField(page, t).fill(mobile);
      await page.getByLabel(t("merchants:auth.password"), { exact: true }).fill("wrong one");
      await page.getByRole("button", { name: t("merchants:auth.enter"), exact: true }).click();
      await expect(page.getByText(t("merchants:password_wrong"))).toBeVisible();
      await page.getByLabel(t("merchants:auth.password"), { exact: true }).fill("نخلة2026");
      await page.getByRole("button", { name: t("merchants:auth.enter"), exact: true }).click();
      await expect(page).toHaveURL(/first-campaign/);
    },
  );
});

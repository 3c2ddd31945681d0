import { randomBytes } from "node:crypto";
import { longKnown } from "./steps/long-known.ts";
import { askForCode, codeField, mobileField, signOut, tellName } from "./steps/sign-in.ts";
import { aMerchant, expect, remember, story } from "./steps/story.ts";
import { wordsOf } from "./steps/words.ts";

story.describe("a merchant at the door", () => {
  story(
    "signs in with a number typed as Saudis type it, and is known again",
    async ({ page, say, sandbox, mobile }) => {
      const typed = [...mobile].map((digit) => String.fromCharCode(0x0660 + Number(digit))).join("");
      await page.goto("/campaigns");
      await expect(page).toHaveURL(/\/auth$/);
      await askForCode(page, say, `${typed.slice(0, 3)} ${typed.slice(3)}`);
      await expect(page.getByText(new RegExp(mobile.slice(-4)))).toBeVisible();

      await codeField(page, say).pressSequentially(await sandbox.codeFor(mobile));
      await tellName(page, say, "نورة العتيبي");
      await expect(page).toHaveURL(/first-campaign\/connect-store/);

      await signOut(page, say);
      await expect(page).toHaveURL(/\/auth$/);
      expect(await page.evaluate(() => localStorage.getItem("rawaj.access_token"))).toBeNull();
      await page.goBack();
      await expect(page).toHaveURL(/\/auth$/);
    },
  );

  story("is told that a code is wrong, and may type it again", async ({ page, say, sandbox, mobile }) => {
    await page.goto("/auth");
    await askForCode(page, say, mobile);
    const code = await sandbox.codeFor(mobile);
    await codeField(page, say).pressSequentially(code === "000000" ? "111111" : "000000");
    await expect(page.getByRole("alert")).toContainText(say("merchants:code_wrong"));
    await expect(page.getByTestId("snackbar")).toBeHidden();
    await expect(codeField(page, say)).toHaveValue("");
    await expect(codeField(page, say)).toBeFocused();
    await codeField(page, say).pressSequentially(code);
    await expect(page.getByRole("heading", { name: say("merchants:auth.name_title") })).toBeVisible();
  });

  story(
    "may type the code in another tab of the same browser",
    async ({ page, say, sandbox, mobile, context, language }) => {
      await page.goto("/auth");
      await expect(page.getByText(say("merchants:auth.what_is_kept"))).toBeVisible();
      await askForCode(page, say, mobile);
      const tab = await context.newPage();
      await remember(tab, { "rawaj.language": language });
      await tab.goto("/auth");
      await askForCode(tab, say, mobile);
      expect(await sandbox.messagesTo(mobile)).toHaveLength(1);
      await codeField(tab, say).pressSequentially(await sandbox.codeFor(mobile));
      await tellName(tab, say, "نورة العتيبي");
      await expect(tab).toHaveURL(/first-campaign\/connect-store/);
      // The first tab follows.
      await expect(page).toHaveURL(/first-campaign\/connect-store/);
    },
  );

  story(
    "whose code was asked for in another browser is told so, and asks for one here",
    async ({ page, context, say, sandbox, mobile, product }) => {
      const value = randomBytes(32).toString("base64url");
      await context.addCookies([{ name: "rawaj_browser", value, url: `${product}/Clients/Account/login` }]);
      await fetch(`${product}/Clients/Account/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ mobile_number: mobile }),
      });
      await sandbox.codeFor(mobile);
      await page.goto("/auth");
      await mobileField(page, say).fill(mobile);
      await page.getByRole("button", { name: say("merchants:auth.send_code") }).click();
      const told = say("merchants:number_cooldown", { wait: "…" }).split("…")[0] ?? "";
      await expect(page.getByText(told.trim())).toBeVisible();
      await expect(codeField(page, say)).toBeHidden();
    },
  );

  story(
    "waits for another code while minutes and seconds run down",
    async ({ page, say, sandbox, mobile }) => {
      await page.clock.install();
      await page.goto("/auth");
      await askForCode(page, say, mobile);
      await sandbox.codeFor(mobile);
      const countdown = page.getByTestId("countdown");
      await expect(countdown).toHaveText(/^(1:00|0:5\d)$/);
      await page.clock.fastForward("00:20");
      await expect(countdown).toHaveText(/^0:[34]\d$/);
      await expect(page.getByRole("button", { name: say("merchants:auth.resend") })).toBeHidden();
      await page.clock.fastForward("00:40");
      // The server's minute is not over: no second message goes out, and the boxes go on waiting for the first.
      await page.getByRole("button", { name: say("merchants:auth.resend") }).click();
      await expect(countdown).toHaveText(/^0:\d\d$/);
      expect(await sandbox.messagesTo(mobile)).toHaveLength(1);
    },
  );

  for (const [what, typed] of [
    ["a landline", "0112345678"],
    ["another country's number", "+971501234567"],
    ["a digit too few", "05012345"],
  ] as const)
    story(`hears at once that ${what} is not a Saudi mobile`, async ({ page, say }) => {
      await page.goto("/auth");
      await mobileField(page, say).fill(typed);
      await page.getByRole("button", { name: say("merchants:auth.send_code") }).click();
      await expect(page.getByText(say("merchants:mobile_not_valid"))).toBeVisible();
      await expect(mobileField(page, say)).toHaveAttribute("aria-invalid", "true");
    });
});

story.describe("a merchant inside", () => {
  story(
    "is sent to the door when the session is ended elsewhere",
    async ({ page, say, sandbox, product }) => {
      const merchant = await aMerchant(page, { sandbox, product });
      await page.goto("/first-campaign/connect-store");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("first_campaign:store.title"));
      await merchant.call("POST Clients/Account/logout");
      await page
        .getByRole("button", { name: say("stores:connect", { platform: say("stores:platforms.salla") }) })
        .click();
      await expect(page).toHaveURL(/\/auth$/);
      expect(await page.evaluate(() => localStorage.getItem("rawaj.user_data"))).toBeNull();
    },
  );

  story(
    "turns the product to the other language, and it stays so",
    async ({ page, sandbox, language, product, isPhone, say }) => {
      await aMerchant(page, { sandbox, product });
      const other = language === "ar" ? "en" : "ar";
      await page.goto("/first-campaign/connect-store");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("first_campaign:store.title"));
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      const asked = page.waitForRequest((request) => request.url().endsWith("/Clients/Account/index"));
      if (isPhone) {
        await page.getByRole("button", { name: say("app:account_menu") }).click();
        await page.getByRole("button", { name: other === "en" ? "English" : "العربية" }).click();
      } else {
        await page
          .getByRole("banner")
          .getByRole("button", { name: /^(EN|ع):/ })
          .click();
      }
      expect((await asked).headers()["x-app-language"]).toBe(other);
      for (const _ of ["now", "after a reload"]) {
        await expect(page.locator("html")).toHaveAttribute("dir", other === "ar" ? "rtl" : "ltr");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          wordsOf(other)("first_campaign:store.title"),
        );
        await page.reload();
      }
    },
  );

  story(
    "who forgot the password sets another by a code, and signs in with it",
    async ({ page, say, sandbox }) => {
      const { mobile } = longKnown(story.info().project.name);
      await page.goto("/auth");
      await page.getByRole("button", { name: say("merchants:auth.with_password") }).click();
      await page.getByRole("button", { name: say("merchants:auth.forgot") }).click();
      await mobileField(page, say).fill(mobile);
      // One code a minute: a merchant who was sent one just now has to ask again a little later.
      await expect(async () => {
        await page.getByRole("button", { name: say("merchants:auth.send_code") }).click();
        await expect(codeField(page, say)).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 90_000 });
      await codeField(page, say).pressSequentially(await sandbox.codeFor(mobile, 2));
      const first = page.getByLabel(say("merchants:auth.new_password"), { exact: true });
      const again = page.getByLabel(say("merchants:auth.password_again"), { exact: true });
      const save = page.getByRole("button", { name: say("merchants:auth.save_password") });

      await first.fill("12345");
      await save.click();
      await expect(page.getByText(say("merchants:password_too_short"))).toBeVisible();
      await first.fill("نخلة2026");
      await again.fill("نخلة2025");
      await save.click();
      await expect(page.getByText(say("merchants:password_mismatch"))).toBeVisible();
      await again.fill("نخلة2026");
      await save.click();
      await expect(page).toHaveURL(/first-campaign/);

      await signOut(page, say);
      await page.getByRole("button", { name: say("merchants:auth.with_password") }).click();
      await mobileField(page, say).fill(mobile);
      await page.getByLabel(say("merchants:auth.password"), { exact: true }).fill("wrong one");
      await page.getByRole("button", { name: say("merchants:auth.enter"), exact: true }).click();
      await expect(page.getByText(say("merchants:password_wrong"))).toBeVisible();
      await page.getByLabel(say("merchants:auth.password"), { exact: true }).fill("نخلة2026");
      await page.getByRole("button", { name: say("merchants:auth.enter"), exact: true }).click();
      await expect(page).toHaveURL(/first-campaign/);
    },
  );
});

import { appCode } from "#app/testing/staff-invitation.ts";
import { findAccessibilityViolations, findPageProblems, waitForPage } from "./steps/inspect.ts";
import { loadInvited } from "./steps/staff.ts";
import { expect, story } from "./steps/story.ts";

const password = "saffron and seven crocuses";

story.describe("somebody of the staff", () => {
  story(
    "enrols by their link, signs out, and signs in with both factors",
    async ({ page, t, product }, { project, retry }) => {
      const { email, invitation } = loadInvited(project.name, retry);
      const link = `/staff/enroll#${invitation}`;
      const check = async () => {
        await waitForPage(page);
        expect(await findPageProblems(page)).toEqual([]);
        expect(await findAccessibilityViolations(page)).toEqual([]);
      };
      const code = page.getByLabel(t("staff:second_factor.code"));
      const title = page.getByRole("heading", { level: 1 });

      await page.goto(link);
      await expect(title).toHaveText(t("staff:enroll.welcome", { name: "نورة العتيبي" }));
      await check();
      await page.getByLabel(t("staff:enroll.password"), { exact: true }).fill(password);
      await page.getByLabel(t("staff:enroll.password_again"), { exact: true }).fill(password);
      await page.getByRole("button", { name: t("staff:sign_in.continue") }).click();

      await expect(page.getByRole("img", { name: t("staff:enroll.qr") })).toBeVisible();
      const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
      await check();
      const firstCode = appCode(key ?? "");
      await code.pressSequentially(firstCode);

      await expect(title).toHaveText(t("staff:enroll.codes_title"));
      await check();
      await expect(page.getByRole("list").getByRole("listitem")).toHaveCount(10);
      await page.getByLabel(t("staff:enroll.saved")).check();
      await page.getByRole("button", { name: t("staff:enroll.to_office") }).click();

      await expect(title).toHaveText(t("staff:home.title", { name: "نورة العتيبي" }));
      await expect(page).toHaveURL(`${product}/staff`);
      await expect(page.getByText(email)).toBeVisible();
      await expect(page.getByText(t("staff:roles.admin"))).toBeVisible();
      await check();

      // A merchant's pages know nothing of this session.
      expect(await page.evaluate(() => localStorage.getItem("rawaj.access_token"))).toBeNull();
      await page.getByRole("button", { name: t("staff:home.sign_out") }).click();
      await expect(page.getByText(t("staff:sign_in.signed_out"))).toBeVisible();
      await check();

      await page.getByLabel(t("staff:sign_in.email")).fill(email);
      await page.getByLabel(t("staff:sign_in.password"), { exact: true }).fill(password);
      await page.getByRole("button", { name: t("staff:sign_in.continue") }).click();
      // The code that enrolled the app was used: it is refused, and the app's next one is taken.
      await code.pressSequentially(firstCode);
      await expect(page.getByRole("alert")).toBeVisible();
      await check();
      await code.pressSequentially(appCode(key ?? "", 1));
      await expect(title).toHaveText(t("staff:home.title", { name: "نورة العتيبي" }));

      // The link served once.
      await page.goto(link);
      await page.reload();
      await expect(title).toHaveText(t("staff:enroll.link_title"));
    },
  );
});

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deposit } from "#app/testing/merchant.ts";
import { readPdf } from "#app/testing/read-pdf.ts";
import { createCoupon, moneyMembers, openAsMember, openMerchantMoney } from "./steps/staff.ts";
import { aMerchantWithAStore, expect, type Page, story, type Translate } from "./steps/story.ts";

const verifier = join(import.meta.dirname, "../scripts/verify-proof.mjs");

/** Presses what saves a file; returns its name, its path and its bytes. */
async function save(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent("download");
  await press();
  const download = await started;
  const path = await download.path();
  return { name: download.suggestedFilename(), path, bytes: await readFile(path) };
}

/** Runs the script that merchants download, on a proof file; the code it exits with, and what it says. */
const verify = (path: string) =>
  new Promise<{ code: number; says: string }>((resolve) => {
    execFile(process.execPath, [verifier, path], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), says: out + err }),
    );
  });

/** The invoices' table on its page: the newest stands first. */
async function saveDocument(page: Page, t: Translate, kind: "simplified" | "kinds.credit_note") {
  const row = page.getByRole("row").filter({ hasText: t(`billing_invoices:${kind}`) });
  const number = (await row.locator("bdi").first().textContent()) ?? "";
  const file = await save(page, () =>
    row.getByRole("button", { name: t("billing_invoices:download_pdf", { number }) }).click(),
  );
  expect(file.name).toBe(`${number}.pdf`);
  return { number, text: (await readPdf(file.bytes)).text };
}

story.describe("a merchant who keeps their receipts", () => {
  story(
    "buys with a coupon, gets a part back, and saves the invoice, its credit note and the statement",
    async ({ page, t, sandbox, product }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await deposit(merchant, 500);
      const coupon = await createCoupon(product, `EID${merchant.mobile.slice(-8)}`);
      await page.goto("/checkout?packages=pkg_consultation_1");
      await page.getByRole("textbox", { name: t("billing_checkout:coupon"), exact: true }).fill(coupon);
      await page.getByRole("button", { name: t("billing_checkout:apply_coupon"), exact: true }).click();
      await expect(page.getByText(t("billing_checkout:coupon_applied"))).toBeVisible();
      await page.getByRole("radio", { name: t("billing_payment:balance") }).check();
      await page.getByRole("button", { name: t("billing_payment:pay_now", { amount: "269.10" }) }).click();
      await expect(page.getByRole("heading", { name: t("billing_checkout:completed") })).toBeVisible();

      await openAsMember(page, product, moneyMembers[1]);
      await openMerchantMoney(page, t, merchant.mobile);
      const order = page.getByRole("listitem").filter({ hasText: "269.10" });
      await order.getByRole("button", { name: t("finance:refunds.open") }).click();
      await order.getByLabel(t("finance:amount"), { exact: true }).fill("115");
      await order.getByLabel(t("finance:reason"), { exact: true }).fill("اعتذار عن تأخر الموعد");
      await order.getByRole("button", { name: t("finance:refunds.send") }).click();
      await expect(page.getByText(t("finance:refunds.sent"))).toBeVisible();

      await page.goto("/financial-transaction/invoices");
      const invoice = await saveDocument(page, t, "simplified");
      for (const part of [invoice.number, "Simplified tax invoice", "269.10", "35.10", "15"])
        expect(invoice.text).toContain(part);
      expect(invoice.text).toContain("فاتورة");
      const note = await saveDocument(page, t, "kinds.credit_note");
      for (const part of [note.number, invoice.number, "Credit note", "115.00", "15.00"])
        expect(note.text).toContain(part);
      expect(note.text).toContain("إشعار");

      await page.goto("/financial-transaction/operations-table");
      const exportAs = (format: "csv" | "xlsx") =>
        save(page, async () => {
          await page.getByRole("button", { name: t("wallet_statement:export"), exact: true }).click();
          await page.getByRole("menuitem", { name: t(`wallet_statement:export_as.${format}`) }).click();
        });
      const csv = await exportAs("csv");
      expect(csv.name).toMatch(/\.csv$/);
      const lines = csv.bytes.toString("utf8").trim().split(/\r?\n/);
      expect(lines).toHaveLength(4);
      for (const amount of ["500.00", "-269.10", "115.00"])
        expect(lines.filter((line) => line.includes(amount)).length).toBeGreaterThan(0);
      const xlsx = await exportAs("xlsx");
      expect(xlsx.name).toMatch(/\.xlsx$/);
      expect(xlsx.bytes.subarray(0, 2).toString()).toBe("PK");

      await page.getByRole("link", { name: t("wallet_statement:months") }).click();
      const proof = await save(page, () =>
        page
          .getByRole("button", { name: t("reports_ledger:save_proof") })
          .first()
          .click(),
      );
      expect(await verify(proof.path)).toMatchObject({ code: 0, says: expect.stringContaining("3 entries") });
      const changed = Buffer.from(proof.bytes);
      const at = changed.indexOf('"amount_halalas":') + '"amount_halalas":'.length;
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const copy = `${proof.path}.changed`;
      await writeFile(copy, changed);
      expect(await verify(copy)).toMatchObject({ code: 1, says: expect.stringContaining("WRONG") });
    },
  );
});

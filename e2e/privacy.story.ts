import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { loadPreparedMerchant } from "./steps/prepared-merchants.ts";
import { expect, remember, story } from "./steps/story.ts";

/** The files of an archive, read by its directory as programs do. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const start = archive.readUInt32LE(at + 42);
    const name = archive.subarray(at + 46, at + 46 + archive.readUInt16LE(at + 28)).toString();
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    files.set(name, inflateRawSync(packed).toString());
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

story(
  "a merchant takes a copy of everything, asks for the account to be deleted, and stays",
  async ({ page, t, sandbox }, { project }) => {
    const { mobile, token } = loadPreparedMerchant(project.name).leaving;
    await remember(page, { "rawaj.access_token": token });
    await page.goto("/account-settings/privacy");
    await expect(page.getByRole("heading", { level: 1, name: t("privacy_page:title") })).toBeVisible();

    await page.getByRole("button", { name: t("privacy_page:export.ask"), exact: true }).click();
    const download = page.getByRole("button", { name: t("privacy_page:export.download") });
    await expect(download).toBeVisible({ timeout: 30_000 });
    const saved = page.waitForEvent("download");
    await download.click();
    const files = unzip(await readFile(await (await saved).path()));
    expect(files.get("README.ar.txt")).toContain("merchants/merchants.jsonl: 1");
    expect(JSON.parse(files.get("merchants/merchants.jsonl") ?? "{}")).toMatchObject({
      mobile: `+966${mobile.slice(1)}`,
    });
    expect(files.has("stores/products.jsonl")).toBe(true);

    const marketing = page.getByRole("switch", { name: t("privacy_page:consents.purpose.marketing") });
    await expect(marketing).not.toBeChecked();
    await marketing.press("Space");
    await expect(marketing).toBeChecked();
    await expect(marketing).toBeEnabled();
    await marketing.press("Space");
    await expect(marketing).not.toBeChecked();
    await expect(marketing).toBeEnabled();
    await page.getByRole("button", { name: t("privacy_page:consents.log") }).click();
    const log = page.getByRole("region", { name: t("privacy_page:consents.log_title") });
    await expect(log.getByRole("listitem")).toHaveCount(3);

    await page.getByRole("button", { name: t("privacy_page:erasure.begin") }).click();
    const code = page.getByLabel(t("privacy_page:erasure.code_label"));
    // One code a minute: a merchant who was sent one just now has to wait before the next request.
    await expect(async () => {
      await page.getByRole("button", { name: t("privacy_page:erasure.send_code") }).click();
      await expect(code).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 90_000, intervals: [5_000] });
    await code.pressSequentially(await sandbox.codeFor(mobile, 2));
    await page.getByRole("button", { name: t("privacy_page:erasure.confirm") }).click();
    const restore = page.getByRole("button", { name: t("privacy:banner.restore") });
    await expect(restore.first()).toBeVisible();

    await page.goto("/");
    await expect(page.getByText(t("privacy:banner.words"))).toBeVisible();
    await restore.click();
    await expect(page.getByText(t("privacy:banner.restored"))).toBeVisible();
    await expect(page.getByText(t("privacy:banner.words"))).toHaveCount(0);
  },
);

import { expect, type Locator, type Page } from '@playwright/test'

/** The sign-in modal, on any of its screens. */
export function signInDialog(page: Page): Locator {
  return page.getByRole('dialog')
}

export async function expectScreen(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
}

export async function enterPassword(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await signInDialog(page).getByLabel('Work email').fill(email)
  await signInDialog(page).getByLabel('Password', { exact: true }).fill(password)
  await signInDialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
}

export function codeIn(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Code', exact: true })
}

/** Enters a wrong code, sees the error, and finds the field ready for the right one. */
export async function refuseCode(page: Page, right: string): Promise<void> {
  await enterCode(page, right === '111111' ? '222222' : '111111')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(codeIn(page)).toBeFocused()
}

/** A complete code submits automatically. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await codeIn(page).fill(code)
}

export async function choosePassword(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).and(page.locator('input')).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(confirm)
}

/** Skips the wait before another code can be requested. */
export async function passTheWait(page: Page): Promise<void> {
  await page.clock.fastForward(31_000)
}

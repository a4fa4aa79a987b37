import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { appCode } from './authenticator.ts'
import type { SiteName } from './shop.ts'

type Staff = { email: string; password: string }

/** A site's demo owner, as recorded at the first start. */
export function demoStaff(site: SiteName): Staff {
  const text = readFileSync(join(process.env.SHOP_DATA_DIR!, 'demo-accounts.txt'), 'utf8')
  const [, email, password] = new RegExp(`staff\\s+(\\S+@${site}\\S+)\\s+(\\S+)`).exec(text) ?? []
  if (email === undefined || password === undefined) throw new Error(`no demo staff of ${site}`)
  return { email, password }
}

/** Opens an account for a colleague. */
export async function inviteStaff(page: Page, email: string, role: string): Promise<Staff> {
  const form = { name: 'Sam Ortiz', email, role, delivery: 'shown' }
  const password = await page.evaluate(async (fields) => {
    const body = new URLSearchParams(fields)
    const answer = await fetch('/api/v1/office/staff/', { method: 'POST', body })
    return (await answer.json()).password
  }, form)
  return { email, password }
}

/** Sets up an authenticator, on the screen of a first sign-in. */
export async function addAuthenticator(page: Page) {
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible()
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key))
  await page.keyboard.press('Enter')
}

/** Signs in with a new authenticator; a temporary password is changed first. */
export async function signInStaff(page: Page, { email, password }: Staff) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await addAuthenticator(page)
  const given = page.getByRole('heading', { name: 'Choose your own password' })
  await expect(given.or(page.getByRole('navigation', { name: 'Office' }))).toBeVisible()
  if (!(await given.isVisible())) return
  const own = `Quiet-harbor-${Date.now()}`
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill(own)
  await page.getByLabel('Confirm password').fill(own)
  await page.getByRole('button', { name: 'Change password' }).click()
}

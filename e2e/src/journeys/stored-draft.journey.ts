import type { Page } from '@playwright/test'
import { makeDraft } from '../stack/cart.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

/** What older releases, other tabs, and curious people may have left. */
const STORED = [
  '{not json',
  'null',
  '[]',
  '{"state":null,"version":99}',
  '{"state":{"rewardType":"plastic","quantity":"many"},"version":0}',
  '{"state":{"rewardType":"bulk","design":"blue","templateId":-4,"cardItemId":"seven","quantity":1e99},"version":0}',
  '{"rewardType":"direct","recipients":[{"name":"Maya"}]}',
]

test('a stored draft of an old or broken shape never stops the shop', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/settings')
  for (const stored of STORED) {
    await keep(page, stored)
    await page.goto(`${originOf('northwind')}/my-rewards`)
    await expect(page.getByRole('heading', { level: 1, name: 'My rewards' }), stored).toBeVisible()
    await keep(page, stored)
    await page.goto(`${originOf('northwind')}/create-reward/value`)
    const chooser = page.getByRole('dialog', { name: 'Design a card' })
    const design = page.getByRole('complementary', { name: 'Design' })
    await expect(chooser.or(design), stored).toBeVisible()
  }
})

test('another person’s stored draft is discarded', async ({ context, request }) => {
  const [person, other] = await Promise.all([makePerson(request), makePerson(request)])
  const foreign = await makeDraft(other, 'bulk', { design: { line1: 'Not for you' } })
  const page = await openSignedIn(context, person, '/settings')
  await keep(page, JSON.stringify({ state: { rewardType: 'bulk', cardItemId: foreign }, version: 1 }))
  await page.goto(`${originOf('northwind')}/create-reward/value`)
  await expect(page).toHaveURL(/\/create-reward\/card-design$/)
  await expect(page.getByLabel('First line')).not.toHaveValue('Not for you')
})

test('signing out removes the draft and the session from the browser', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/my-rewards?createNew=true')
  await page.getByRole('dialog').getByRole('button', { name: 'UPS' }).click()
  await page.getByLabel('First line').fill('Only for Maya')
  await page.getByRole('button', { name: 'Next: quantity' }).click()
  await page.getByRole('button', { name: '25', exact: true }).click()
  await expect.poll(() => kept(page)).toContain('"quantity":25')
  expect(await kept(page)).not.toContain('Only for Maya')

  await page.getByRole('link', { name: 'Save and close' }).click()
  await expect(page.getByRole('tab', { name: /Drafts/ })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create account' })).toBeVisible()
  await expect.poll(() => kept(page)).not.toMatch(/Token|cardItemId|"quantity":25/)
  await page.goto(`${originOf('northwind')}/my-rewards`)
  await expect(page.getByRole('dialog', { name: 'Welcome to Northwind Rewards' })).toBeVisible()
})

async function keep(page: Page, stored: string) {
  await page.evaluate((text) => {
    localStorage.setItem('product-setup-storage', text)
    localStorage.setItem('local-cart-storage', text)
  }, stored)
}

function kept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(Object.entries({ ...localStorage })).replaceAll('\\', ''))
}

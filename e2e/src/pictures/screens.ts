import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { addAddress, fillCartToPay, makeDraft } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import { callOffice, placePaid, placeToReview } from '../stack/paid-orders.ts'
import { makePerson, type Person, signInPerson } from '../stack/people.ts'
import { hostHeaders, loopback, type SiteName } from '../stack/shop.ts'

export const WHO = ['visitor', 'newcomer', 'customer', 'staff'] as const
export type Who = (typeof WHO)[number]

/** A screen to take a picture of. `act` opens something on it; then only what's in view is on the picture. */
export type Screen = { name: string; as: Who; path: string; act?: (page: Page) => Promise<unknown> }

/** Who and what the screens are about. */
export type Asked = {
  staff: Page
  newcomer: Person
  customer: Person
  drafts: { direct: number; digital: number; bulk: number }
  claimLink: string
  ids: Record<'order' | 'review' | 'delivery' | 'customer' | 'company' | 'batch' | 'own', number>
}

export async function makeThings(api: APIRequestContext, site: SiteName, staff: Page): Promise<Asked> {
  const customer = await demoCustomer(api, site)
  const newcomer = await makePerson(api, { site })
  const drafts = {
    direct: await makeDraft(newcomer, 'direct'),
    digital: await makeDraft(newcomer, 'digital'),
    bulk: await makeDraft(newcomer, 'bulk'),
  }
  await addAddress(newcomer)
  const claimLink = await mailedCard(api, site, staff)
  const review = await placeToReview(api, customer, staff)
  await fillCartToPay(customer, ['direct', 'digital'])
  const list = (path: string) =>
    staff.evaluate(async (path) => {
      const { results } = await (await fetch(`/api/v1/office/${path}`)).json()
      return Number(results[0]?.id ?? 0)
    }, path)
  const { results: own } = await customer.api('GET', '/api/v1/orders/?status=fulfilled')
  const ids = {
    order: await list('orders/?status=shipped'),
    review,
    delivery: await list('deliveries/'),
    customer: await list('customers/'),
    company: await list('companies/'),
    batch: await list('batches/'),
    own: own[0]?.id ?? 0,
  }
  return { staff, newcomer, customer, drafts, claimLink, ids }
}

/** The demo's customer of a site, as recorded at the first start. */
function demoCustomer(api: APIRequestContext, site: SiteName): Promise<Person> {
  const text = readFileSync(join(process.env.SHOP_DATA_DIR!, 'demo-accounts.txt'), 'utf8')
  const found = [...text.matchAll(/customer\s+(\S+)\s+(\S+)/g)][site === 'northwind' ? 0 : 1]
  const [, email = '', password = ''] = found ?? []
  return clientOf(api, site).then((clientId) =>
    signInPerson(api, { site, clientId, email, username: `${email}#${site}`, password }),
  )
}

async function clientOf(api: APIRequestContext, site: SiteName): Promise<string> {
  const answer = await api.get(loopback('/api/v1/actual_rewards_site/'), { headers: hostHeaders(site) })
  return (await answer.json()).accounts.client_id
}

/** The link to a card that is mailed to a recipient. */
async function mailedCard(api: APIRequestContext, site: SiteName, staff: Page): Promise<string> {
  const email = `ada.brandt.${site}@example.com`
  const person = await makePerson(api, { site })
  const orderId = await placePaid(person, staff, ['digital'], {
    recipients: [{ first_name: 'Ada', last_name: 'Brandt', email }],
    message: 'Thank you for ten good years, Ada.',
  })
  await callOffice(staff, `orders/${orderId}/approve/`, { seen_status: 'in_review' })
  for (let n = 0; n < 300; n += 1) {
    const [mail] = await mailsTo(api, email)
    const link = mail?.text.match(/http\S+\/claim\/[\w-]+/)?.[0]
    if (link) return link
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`no card was mailed to ${email}`)
}

const click = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name }).first().click()
const press = (keys: string) => (page: Page) => page.keyboard.press(keys)

/** Every screen, by who sees it. */
export function screens({ drafts, claimLink, ids }: Asked): Screen[] {
  const of =
    (as: Who, prefix: string) =>
    (name: string, path: string, act?: Screen['act']): Screen => ({
      name: `${prefix} ${name}`,
      as,
      path,
      ...(act && { act }),
    })
  const shop = of('visitor', 'shop')
  const create = of('newcomer', 'shop')
  const own = of('customer', 'shop')
  const office = of('staff', 'office')
  return [
    shop('home', '/'),
    shop('sign in', '/?login=signIn', (page) => page.getByLabel('Work email').waitFor()),
    shop('create account', '/?login=signUp', (page) => page.getByLabel('Confirm password').waitFor()),
    shop('reset password', '/reset-password'),
    shop('not found', '/no/such/place'),
    shop('claim', claimLink),
    shop('claim, revealed', claimLink, click(/^Show number/)),
    shop('claim, dead link', '/claim/no-such-card'),
    create('type of card', '/my-rewards?createNew=true'),
    create('card design', `/create-reward/card-design?item=${drafts.direct}`),
    create('recipients', `/create-reward/recipients?item=${drafts.direct}`),
    create('message', '/create-reward/custom-message'),
    create('quantity', `/create-reward/quantity?item=${drafts.bulk}`),
    create('value', `/create-reward/value?item=${drafts.bulk}`),
    create('drafts', '/my-rewards?view=drafts'),
    create('no orders', '/my-rewards'),
    own('my rewards', '/my-rewards'),
    own('order', `/my-rewards?openDetails=${ids.own}`),
    own('checkout', '/checkout/payment-confirmation'),
    own('saved lists', '/recipients'),
    own('files', '/files'),
    own('account', '/account'),
    own('settings', '/settings'),
    ...[
      '',
      'approvals',
      'budgets',
      'reports',
      'programs',
      'year-end',
      'activity',
      'api-keys',
      'webhooks',
    ].map((part) => own(`company ${part}`.trim(), `/company/${part}`)),
    own('company settings', '/company/settings'),
    of('visitor', 'office')('sign in', '/office'),
    office('today', '/office'),
    office('orders', '/office/orders'),
    office('orders, columns', '/office/orders', async (page) => {
      const button = page.getByRole('button', { name: 'Columns' })
      if (await button.isVisible()) await button.click()
    }),
    office('review', `/office/orders/${ids.review}?queue=review`),
    office('order', `/office/orders/${ids.order}`),
    office('order, recipients', `/office/orders/${ids.order}?tab=recipients`),
    office('search', '/office', press('ControlOrMeta+k')),
    office('shortcuts', '/office', press('?')),
    office('fulfillment', '/office/fulfillment'),
    office('batches', '/office/fulfillment?show=batches'),
    office('batch', `/office/fulfillment/${ids.batch}`),
    office('deliveries', '/office/deliveries?group=all'),
    office('delivery', `/office/deliveries/${ids.delivery}`),
    office('payments received', '/office/received-payments'),
    office('outstanding', '/office/received-payments?only=outstanding'),
    office('invoices', '/office/received-payments?only=invoices'),
    office('discrepancies', '/office/payments'),
    office('refunds', '/office/refunds?only=all'),
    office('reports', '/office/reports'),
    office('customers', '/office/customers'),
    office('customer', `/office/customers/${ids.customer}`),
    office('companies', '/office/companies'),
    office('company', `/office/companies/${ids.company}`),
    office('catalog', '/office/catalog'),
    ...[
      'general',
      'brand',
      'texts',
      'limits',
      'cards',
      'emails',
      'payments',
      'carriers',
      'sender',
      'retention',
    ].map((part) => office(`site, ${part}`, `/office/site?part=${part}`)),
    office('staff', '/office/staff'),
    office('webhooks', '/office/webhooks'),
    office('privacy', '/office/privacy'),
    office('audit log', '/office/audit'),
    office('system', '/office/system'),
    office('go live', '/office/go-live'),
  ]
}

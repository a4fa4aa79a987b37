import type { Page } from '@playwright/test'
import type { Person } from './people.ts'
import { expect } from './shop.ts'

export type RewardType = 'bulk' | 'direct' | 'digital'

const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: 'For a good year.',
  logo_file_key: null,
  logo_one_color: false,
}

export const MAYA = {
  first_name: 'Maya',
  last_name: 'Okafor',
  email: 'maya.okafor@example.com',
  address1: '418 Juniper Street',
  city: 'Portland',
  state: 'OR',
  zip: '97214',
}
export const TOMAS = {
  first_name: 'Tomas',
  last_name: 'Lindqvist',
  email: 'tomas.lindqvist@example.com',
  address1: '77 Harbor Lane',
  city: 'Duluth',
  state: 'MN',
  zip: '55802',
}

type Recipient = Partial<typeof MAYA> & { amount_cents?: string }

export type CardToMake = {
  name?: string
  design?: Partial<Record<keyof typeof DESIGN, string | boolean>>
  /** Index in the site's list of templates. */
  template?: number
  quantity?: number
  cents?: number
  message?: string
  recipients?: readonly Recipient[]
}

/** Creates a draft card through the API, for journeys about what comes after. */
export async function makeDraft(person: Person, type: RewardType, card: CardToMake = {}): Promise<number> {
  const templates = await person.api('GET', '/api/v1/reward_card_templates/')
  const item = await person.api('POST', '/api/v1/card_items/', {
    reward_type: type,
    reward_card_template_id: String(templates[card.template ?? 0].id),
    design: JSON.stringify({ ...DESIGN, ...card.design }),
    ...(card.name && { name: card.name }),
    denomination_cents: String(card.cents ?? 5_000),
    message: card.message ?? 'Thank you.',
    ...(type === 'bulk' && { quantity: String(card.quantity ?? 10) }),
  })
  for (const recipient of type === 'bulk' ? [] : (card.recipients ?? [MAYA, TOMAS])) {
    await person.api('POST', '/api/v1/card_recipient_details/', {
      card_item_id: String(item.id),
      ...recipient,
    })
  }
  return item.id
}

/**
 * Puts one finished card of each of these kinds in the cart.
 *
 * @returns the order's ID
 */
export async function fillCart(
  person: Person,
  types: readonly RewardType[],
  card: CardToMake = {},
): Promise<number> {
  for (const type of types) {
    const id = await makeDraft(person, type, card)
    await person.api('POST', '/api/v1/add_to_cart/', { card_item_id: String(id) })
  }
  const { results } = await person.api('GET', '/api/v1/orders/?status=cart')
  return results[0].id
}

export function addAddress(
  person: Person,
  label = 'Office',
  more: Record<string, string> = {},
): Promise<{ id: number }> {
  return person.api('POST', '/api/v1/registered_addresses/', {
    label,
    name: 'Dana Whitlock',
    address1: '90 Foundry Road',
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
    ...more,
  })
}

/** A cart with shipping selected: only payment is left. */
export async function fillCartToPay(
  person: Person,
  types: readonly RewardType[],
  card: CardToMake = {},
): Promise<number> {
  const orderId = await fillCart(person, types, card)
  if (types.includes('bulk')) await addAddress(person)
  await decideDeliveries(person, orderId, types)
  return orderId
}

/** Selects the first delivery method for every kind; a parcel goes to the first address in the book. */
export async function decideDeliveries(person: Person, orderId: number, types: readonly RewardType[]) {
  const options = await person.api('GET', '/api/v1/shipping_options/')
  for (const type of types) {
    const option = options.find((one: { reward_type: string }) => one.reward_type === type)
    const shipping_option_id = String(option.id)
    if (type === 'bulk') {
      const [address] = await person.api('GET', '/api/v1/registered_addresses/')
      const order = `/api/v1/orders/${orderId}`
      await person.api('POST', `${order}/attach_address_to_bulk_items/`, {
        registered_address_id: String(address.id),
      })
      await person.api('POST', `${order}/bulk_shipping_orders/`, { shipping_option_id })
    } else {
      await person.api('POST', '/api/v1/shipping_orders/', {
        order_id: String(orderId),
        reward_type: type,
        shipping_option_id,
      })
    }
  }
}

/** Starts payment, or places the order if it's paid by check or transfer. */
export function startPayment(
  person: Person,
  orderId: number,
  method: 'elavon_cc' | 'elavon_ach' | 'self_hosted_check' | 'self_hosted_bank',
) {
  return person.api('POST', '/api/v1/payments/', { order_id: String(orderId), method_code: method })
}

export function readOrder(person: Person, orderId: number) {
  return person.api('GET', `/api/v1/orders/${orderId}/`)
}

/** Adds people to a list: an empty one has buttons, others a menu. */
export async function addRecipientsBy(page: Page, way: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Add recipients' })
  await expect(menu.or(page.getByRole('button', { name: way }))).toBeVisible()
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name: way }).click()
  } else {
    await page.getByRole('button', { name: way }).click()
  }
}

import type { quoteOrder as quoteEndpoint } from '@laurel/contract/place-order'
import { readLanguage } from '@laurel/domain/languages'
import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { testOrder } from '@laurel/domain/test-orders'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { KeyCustomer } from '../../http/actor.ts'
import { isTestSite, liveSiteOf } from '../../test-site.ts'
import { readAddress } from '../addresses/addresses.service.ts'
import { BLANK_RECIPIENT } from '../card-items/judged-recipient.ts'
import { inCompany } from '../companies/companies.repo.ts'
import type { OrderSummaryWire } from '../my-orders/order-summary.service.ts'
import { ownerOf, readList } from '../recipient-lists/recipient-lists.repo.ts'
import { listSavedAfter } from '../recipient-lists/saved-people.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { copyCompany } from '../test-mode/copy-company.ts'
import { fillUp } from '../test-mode/test-money.ts'
import { assertListsFit, atField, type FillKit, type Item } from './fill-items.ts'

type Asked = z.output<typeof quoteEndpoint.body>
type ShipTo = NonNullable<Asked['ship_to']>

/** What an order is filled with. */
export type Contents = { items: readonly Item[]; ship_to: ShipTo | undefined }
type Prepared = Contents & { nameApprovers(summary: OrderSummaryWire): OrderSummaryWire }

/**
 * Gets a test site ready for an order: its company and catalog are as on the live site now, and its money suffices.
 * Lists and addresses are read on the live site, as if the request had their contents: no copy of them stays.
 *
 * @throws {Refusal} what filling the order would, about its lists and address
 */
export async function prepare(
  kit: FillKit,
  site: SiteRow,
  actor: KeyCustomer,
  { items, ship_to }: Asked,
): Promise<Prepared> {
  if (!isTestSite(site.id)) return { items, ship_to, nameApprovers: (summary) => summary }
  const { company } = inCompany(actor)
  const live = { ...site, id: liveSiteOf(site.id) }
  const { names } = await copyCompany(kit.pool, {
    siteId: live.id,
    companyId: company.id,
    homeId: actor.key.homeId,
  })
  const filling = { companyId: company.id, customerId: actor.customerId, at: kit.now() }
  await inSite(kit.pool, site.id, (db) => fillUp(db, site, filling))
  const asLive = { ...actor, siteId: live.id }
  await assertListsFit(kit, live, asLive, items)
  const read: Item[] = []
  for (const [index, item] of items.entries()) {
    read.push(await atField(`items.${index}`, () => withPeople(kit, asLive, item)))
  }
  return {
    items: read,
    ship_to: await withAddress(kit, asLive, ship_to),
    nameApprovers: (summary) => ({ ...summary, approval: named(summary.approval, names) }),
  }
}

/** @throws {Refusal} `balance_too_low`, for a test order that asks for it */
export function assertBalanceSimulated({ id }: SiteRow, poNumber: string, cents: number): void {
  if (!isTestSite(id) || testOrder(poNumber) !== 'balance') return
  throw new Refusal('balance_too_low', { missing: formatCents(cents), missingCents: cents })
}

/** People read at a time. */
const STEP = 1_000

async function withPeople(kit: FillKit, actor: KeyCustomer, item: Item): Promise<Item> {
  const { recipient_list_id: listId, ...rest } = item
  // Both together are refused where the item is filled.
  if (listId === undefined || (item.recipients?.length ?? 0) > 0) return item
  const recipients: NonNullable<Item['recipients']> = []
  for (let afterId = 0; ; ) {
    const from = afterId
    const people = await inSite(kit.pool, actor.siteId, async (db) =>
      listSavedAfter(db, ownerOf(actor, await readList(db, actor, listId)), listId, from, STEP),
    )
    for (const { first_name, last_name, email, address1, address2, city, state, zip, ...others } of people) {
      const person = { first_name, last_name, email, address1, address2, city, state, zip }
      const language = readLanguage(others.language)
      recipients.push({ ...BLANK_RECIPIENT, ...person, language })
    }
    if (people.length < STEP) return { ...rest, recipients }
    afterId = people.at(-1)!.id
  }
}

async function withAddress(
  kit: FillKit,
  actor: KeyCustomer,
  to: ShipTo | undefined,
): Promise<ShipTo | undefined> {
  if (to === undefined || !('address_id' in to)) return to
  return atField('ship_to', async () => {
    const { label, name, company, address1, address2, city, state, zip, phone } = await readAddress(
      kit.pool,
      actor,
      to.address_id,
    )
    return { label, name, company, address1, address2, city, state, zip, phone }
  })
}

function named(
  approval: OrderSummaryWire['approval'],
  names: ReadonlyMap<number, string>,
): OrderSummaryWire['approval'] {
  if (approval === null) return null
  const steps = approval.steps.map((step) => ({
    ...step,
    people: step.people.map((one) => ({ ...one, name: names.get(one.id) ?? one.name })),
  }))
  return { ...approval, steps }
}

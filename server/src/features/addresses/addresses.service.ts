import type { AddressInput, getAddress } from '@laurel/contract/customers'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { assertMayChange, lockToOrder, sharedWire } from '../companies/shared-things.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { addressProblems, tidyAddress } from './address-problems.ts'
import {
  type AddressRow,
  countAddresses,
  deleteAddressRow,
  insertAddressRow,
  listAddressRows,
  lockAddressRow,
  promoteNewest,
  readAddressRow,
  takeOffCarts,
  unsetDefault,
  updateAddressRow,
} from './addresses.repo.ts'

type Input = z.output<typeof AddressInput>
type AddressWire = z.input<typeof getAddress.response>

export const MAX_ADDRESSES = 200

export async function listAddresses(pool: Pool, actor: Customer): Promise<AddressWire[]> {
  const rows = await inSite(pool, actor.siteId, (db) => listAddressRows(db, actor))
  return rows.map((row) => addressWire(actor, row))
}

/** @throws {Refusal} `not_found` */
export function readAddress(pool: Pool, actor: Customer, id: number): Promise<AddressWire> {
  return inSite(pool, actor.siteId, async (db) => addressWire(actor, await readAddressRow(db, actor, id)))
}

/**
 * Adds an address to the customer's book. The first one is the default.
 *
 * @throws {Refusal} `validation_failed`, `limit_exceeded` beyond {@link MAX_ADDRESSES}, `not_allowed` to share one
 */
export function addAddress(pool: Pool, actor: Customer, input: Input): Promise<AddressWire> {
  const { is_shared: isShared = false, ...address } = readableAddress(input)
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const company_id = isShared ? await lockToOrder(db, actor) : null
    const count = await countAddresses(db, actor)
    if (count >= MAX_ADDRESSES) throw new Refusal('limit_exceeded', { limit: MAX_ADDRESSES })

    if (address.is_default) await unsetDefault(db, actor)
    const is_default = address.is_default || count === 0
    const id = await insertAddressRow(db, actor, { ...address, company_id, is_default })
    return addressWire(actor, await readAddressRow(db, actor, id))
  })
}

/**
 * Replaces an address. The default stays the default until another one becomes it, so that a book
 * with addresses always has one.
 *
 * @throws {Refusal} `validation_failed`, `not_found`, `not_allowed` to share one or to change a colleague's
 */
export function replaceAddress(pool: Pool, actor: Customer, id: number, input: Input): Promise<AddressWire> {
  const { is_shared: isShared, ...address } = readableAddress(input)
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const current = await lockToChange(db, actor, id)
    const isOwn = current.customer_id === actor.customerId
    const wasShared = current.company_id !== null
    const company_id = isShared && !wasShared ? await lockToOrder(db, actor) : current.company_id
    if (isOwn && address.is_default && !current.is_default) await unsetDefault(db, actor)
    const is_default = (isOwn && address.is_default) || current.is_default
    await updateAddressRow(db, actor, id, {
      ...address,
      company_id: isShared === false ? null : company_id,
      is_default,
    })
    if (isShared === false && wasShared) await takeOffCarts(db, current)
    return addressWire(actor, await readAddressRow(db, actor, id))
  })
}

/**
 * Removes an address; when it was the default, the newest of the others becomes it.
 *
 * @throws {Refusal} `not_found`; `not_allowed` for a colleague's
 */
export function removeAddress(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const { customer_id: customerId, is_default } = await lockToChange(db, actor, id)
    await deleteAddressRow(db, actor, id)
    if (is_default) await promoteNewest(db, { siteId: actor.siteId, customerId })
  })
}

async function lockToChange(db: Db, actor: Customer, id: number): Promise<AddressRow> {
  await assertMayChange(db, actor, await readAddressRow(db, actor, id))
  return lockAddressRow(db, actor, id)
}

function readableAddress(input: Input): Input {
  const address = tidyAddress(input)
  assertNoProblems(addressProblems(address))
  return address
}

/** A default is its owner’s alone. */
function addressWire(actor: Customer, row: AddressRow): AddressWire {
  const is_default = row.is_default && row.customer_id === actor.customerId
  return { ...row, is_default, shared: sharedWire(actor, row) }
}

import type { AddressInput } from '@laurel/contract/customers'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { addressProblems, tidyAddress } from './address-problems.ts'
import {
  type AddressRow,
  countAddresses,
  deleteAddressRow,
  findAddressRow,
  insertAddressRow,
  listAddressRows,
  promoteNewest,
  unsetDefault,
  updateAddressRow,
} from './addresses.repo.ts'

type Input = z.output<typeof AddressInput>

export const MAX_ADDRESSES = 200

export function listOwnAddresses(pool: Pool, actor: Customer): Promise<AddressRow[]> {
  return inSite(pool, actor.siteId, (db) => listAddressRows(db, actor))
}

/** @throws {Refusal} `not_found` */
export function readOwnAddress(pool: Pool, actor: Customer, id: number): Promise<AddressRow> {
  return inSite(pool, actor.siteId, (db) => readAddress(db, actor, id))
}

/**
 * Adds an address to the customer's book. The first one is the default.
 *
 * @throws {Refusal} `validation_failed`, `limit_exceeded` beyond {@link MAX_ADDRESSES}
 */
export function addAddress(pool: Pool, actor: Customer, input: Input): Promise<AddressRow> {
  const address = readableAddress(input)
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const count = await countAddresses(db, actor)
    if (count >= MAX_ADDRESSES) throw new Refusal('limit_exceeded', { limit: MAX_ADDRESSES })

    if (address.is_default) await unsetDefault(db, actor)
    return insertAddressRow(db, actor, { ...address, is_default: address.is_default || count === 0 })
  })
}

/**
 * Replaces an address. The default stays the default until another one becomes it, so that a book
 * with addresses always has one.
 *
 * @throws {Refusal} `validation_failed`, `not_found`
 */
export function replaceAddress(pool: Pool, actor: Customer, id: number, input: Input): Promise<AddressRow> {
  const address = readableAddress(input)
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const current = await readAddress(db, actor, id)
    if (address.is_default && !current.is_default) await unsetDefault(db, actor)
    return updateAddressRow(db, actor, id, {
      ...address,
      is_default: address.is_default || current.is_default,
    })
  })
}

/**
 * Removes an address; when it was the default, the newest of the others becomes it.
 *
 * @throws {Refusal} `not_found`
 */
export function removeAddress(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const removed = await deleteAddressRow(db, actor, id)
    if (removed === undefined) throw new Refusal('not_found')
    if (removed.is_default) await promoteNewest(db, actor)
  })
}

async function readAddress(db: Db, actor: Customer, id: number): Promise<AddressRow> {
  const row = await findAddressRow(db, actor, id)
  if (row === undefined) throw new Refusal('not_found')
  return row
}

function readableAddress(input: Input): Input {
  const address = tidyAddress(input)
  assertNoProblems(addressProblems(address))
  return address
}

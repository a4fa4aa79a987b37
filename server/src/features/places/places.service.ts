import type { suggestPlaces } from '@laurel/contract/places'
import { Refusal } from '@laurel/domain/refusal'
import { readAddressLine } from '@laurel/domain/street-line'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { guardToAsk } from '../../database/guards.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { findAddressRows } from '../addresses/addresses.repo.ts'
import type { AmazonPlaces, PlacesCaller } from './amazon-places.ts'
import { findCities, findZipPlace } from './embedded-places.ts'
import { findPeopleWithAddress } from './own-places.repo.ts'

type Suggested = z.input<typeof suggestPlaces.response>['results'][number]
type Asked = { q: string; limit: number }

export type PlacesKit = { pool: Pool; amazonPlaces: AmazonPlaces | undefined }

/** Addresses for the text typed so far: those the customer can already see, then others. */
export async function suggestAddresses({ pool, amazonPlaces }: PlacesKit, actor: Customer, asked: Asked) {
  const own = await ownPlaces(pool, actor, asked.q, asked.limit)
  // Don't spend a call on suggestions that aren't shown.
  if (own.length >= asked.limit)
    return { answered_by: 'embedded' as const, results: own.slice(0, asked.limit) }
  const others = await otherPlaces(amazonPlaces, callerOf(actor), asked)
  return { ...others, results: [...own, ...others.results].slice(0, asked.limit) }
}

/** Amazon's suggestions, or the embedded list's if Amazon isn't connected or doesn't answer in time. */
export async function otherPlaces(
  amazon: AmazonPlaces | undefined,
  caller: PlacesCaller,
  { q, limit }: Asked,
): Promise<z.input<typeof suggestPlaces.response>> {
  // Without a number, it may be a name, and names don't leave the server.
  const found = /\d/.test(q) ? await amazon?.suggest(caller, q, limit) : undefined
  if (found === undefined) return { answered_by: 'embedded', results: embeddedPlaces(q, limit) }
  return {
    answered_by: 'amazon',
    results: found.map(({ placeId, title, detail }) => ({
      ...{ source: 'amazon' as const, title, detail, address: null, place_id: placeId },
    })),
  }
}

/** @throws {Refusal} `not_found` if Amazon doesn't know the place, or isn't connected */
export async function fetchPlace(amazon: AmazonPlaces | undefined, caller: PlacesCaller, placeId: string) {
  // An ended session doesn't spend a call.
  await guardToAsk()?.ask()
  const address = await amazon?.get(caller, placeId)
  if (address === undefined) throw new Refusal('not_found')
  return { address: address === 'later' ? null : address }
}

export function callerOf({ siteId, customerId }: Customer): PlacesCaller {
  return { siteId, person: `customer:${customerId}` }
}

function ownPlaces(pool: Pool, actor: Customer, q: string, limit: number): Promise<Suggested[]> {
  return inSite(pool, actor.siteId, async (db) => {
    const addresses = await findAddressRows(db, actor, q, limit)
    const people = await findPeopleWithAddress(db, actor, q, limit)
    const named = people.map((person) => ({
      ...person,
      label: '',
      company: '',
      name: `${person.first_name} ${person.last_name}`.trim(),
    }))
    return withoutRepeated([...addresses, ...named].map((place) => ownPlace(actor, place)))
  })
}

type OwnPlace = NonNullable<Suggested['address']> &
  Record<'name' | 'company' | 'label', string> & { customer_id: number }

function ownPlace({ customerId }: Customer, place: OwnPlace): Suggested {
  const { address1, address2, city, state, zip } = place
  const where = [city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return {
    source: place.customer_id === customerId ? 'own' : 'company',
    title: [address1, address2].filter(Boolean).join(', '),
    detail: [where, place.label || place.company || place.name].filter(Boolean).join(' · '),
    address: { address1, address2, city, state, zip },
    place_id: null,
  }
}

/** Removes duplicates, such as people who share an address. */
function withoutRepeated(places: readonly Suggested[]): Suggested[] {
  const keyOf = ({ title, address }: Suggested) => `${title} ${address?.zip}`.toLowerCase()
  const byKey = new Map(places.toReversed().map((place) => [keyOf(place), place]))
  return [...byKey.values()].toReversed()
}

/** Cities that match the text after a street. */
export function embeddedPlaces(line: string, limit: number): Suggested[] {
  const read = readAddressLine(line)
  if (read === undefined) return []
  return placesOf(read, limit).map(({ city, state, zip }) => ({
    source: 'embedded',
    title: read.street,
    detail: `${city}, ${state} ${zip ?? ''}`.trim(),
    address: { address1: read.street, address2: '', city, state, zip: zip ?? '' },
    place_id: null,
  }))
}

function placesOf(read: NonNullable<ReturnType<typeof readAddressLine>>, limit: number) {
  if ('city' in read) return findCities(read.city, read.state, limit)
  const place = findZipPlace(read.zip)
  return place === undefined ? [] : [place]
}

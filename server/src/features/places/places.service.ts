import type { suggestPlaces } from '@laurel/contract/places'
import { readAddressLine } from '@laurel/domain/street-line'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { findAddressRows } from '../addresses/addresses.repo.ts'
import { findCities, findZipPlace } from './embedded-places.ts'
import { findPeopleWithAddress } from './own-places.repo.ts'

type Suggested = z.input<typeof suggestPlaces.response>['results'][number]
type Asked = { q: string; limit: number }

/** Addresses for what is typed so far: those that the customer can see anyway, then those of the embedded list. */
export async function suggestAddresses(pool: Pool, actor: Customer, { q, limit }: Asked) {
  const own = await ownPlaces(pool, actor, q, limit)
  return { results: [...own, ...embeddedPlaces(q, limit)].slice(0, limit) }
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

type OwnPlace = Suggested['address'] & Record<'name' | 'company' | 'label', string> & { customer_id: number }

function ownPlace({ customerId }: Customer, place: OwnPlace): Suggested {
  const { address1, address2, city, state, zip } = place
  const where = [city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return {
    source: place.customer_id === customerId ? 'own' : 'company',
    title: [address1, address2].filter(Boolean).join(', '),
    detail: [where, place.label || place.company || place.name].filter(Boolean).join(' · '),
    address: { address1, address2, city, state, zip },
  }
}

/** An address once, even if several people live there. */
function withoutRepeated(places: readonly Suggested[]): Suggested[] {
  const keyOf = ({ title, address }: Suggested) => `${title} ${address.zip}`.toLowerCase()
  const byKey = new Map(places.toReversed().map((place) => [keyOf(place), place]))
  return [...byKey.values()].toReversed()
}

/** The cities that a street can be in, by what is typed after it. */
export function embeddedPlaces(line: string, limit: number): Suggested[] {
  const read = readAddressLine(line)
  if (read === undefined) return []
  return placesOf(read, limit).map(({ city, state, zip }) => ({
    source: 'embedded',
    title: read.street,
    detail: `${city}, ${state} ${zip ?? ''}`.trim(),
    address: { address1: read.street, address2: '', city, state, zip: zip ?? '' },
  }))
}

function placesOf(read: NonNullable<ReturnType<typeof readAddressLine>>, limit: number) {
  if ('city' in read) return findCities(read.city, read.state, limit)
  const place = findZipPlace(read.zip)
  return place === undefined ? [] : [place]
}

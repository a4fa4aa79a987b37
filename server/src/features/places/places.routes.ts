import { getZipCode, listCities, suggestPlaces } from '@laurel/contract/places'
import { Refusal } from '@laurel/domain/refusal'
import type { Pool } from '../../database/database.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import type { Serve } from '../../http/serve.ts'
import { findCities, findZipPlace } from './embedded-places.ts'
import { suggestAddresses } from './places.service.ts'

export function placesRoutes(serve: Serve, pool: Pool, limits: RequestLimits) {
  serve(getZipCode, ({ params }) => {
    const place = findZipPlace(params.zip)
    if (place === undefined) throw new Refusal('not_found')
    return place
  })
  serve(listCities, ({ query: { q, state, limit } }) => ({ results: findCities(q, state, limit) }))
  serve(suggestPlaces, ({ actor, query }) => {
    limits.count('places', `${actor.siteId}:${actor.customerId}`)
    return suggestAddresses(pool, actor, query)
  })
}

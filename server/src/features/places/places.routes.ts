import * as endpoints from '@laurel/contract/places'
import { Refusal } from '@laurel/domain/refusal'
import type { Staff } from '../../http/actor.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import type { Serve } from '../../http/serve.ts'
import { findCities, findNearest, findZipPlace } from './embedded-places.ts'
import { callerOf, fetchPlace, otherPlaces, type PlacesKit, suggestAddresses } from './places.service.ts'

const staffCaller = ({ siteId, by }: Staff) => ({ siteId, person: by })

export function placesRoutes(serve: Serve, kit: PlacesKit, limits: RequestLimits) {
  const { amazonPlaces } = kit
  serve(endpoints.getZipCode, ({ params }) => {
    const place = findZipPlace(params.zip)
    if (place === undefined) throw new Refusal('not_found')
    return place
  })
  serve(endpoints.getNearestZip, ({ actor, query }) => {
    // Each call reads the whole list.
    limits.count('places', `customer:${actor.siteId}:${actor.customerId}`)
    const place = findNearest(query.latitude, query.longitude)
    if (place === undefined) throw new Refusal('not_found')
    return place
  })
  serve(endpoints.listCities, ({ query: { q, state, limit } }) => ({ results: findCities(q, state, limit) }))
  serve(endpoints.suggestPlaces, ({ actor, query }) => {
    limits.count('places', `customer:${actor.siteId}:${actor.customerId}`)
    return suggestAddresses(kit, actor, query)
  })
  serve(endpoints.getPlace, ({ actor, query }) => {
    limits.count('places', `customer:${actor.siteId}:${actor.customerId}`)
    return fetchPlace(amazonPlaces, callerOf(actor), query.place_id)
  })
  serve(endpoints.suggestOfficePlaces, ({ actor, query }) => {
    limits.count('places', `${actor.siteId}:${actor.by}`)
    return otherPlaces(amazonPlaces, staffCaller(actor), query)
  })
  serve(endpoints.getOfficePlace, ({ actor, query }) => {
    limits.count('places', `${actor.siteId}:${actor.by}`)
    return fetchPlace(amazonPlaces, staffCaller(actor), query.place_id)
  })
}

import { getZipCode } from '@laurel/contract/places'
import { Refusal } from '@laurel/domain/refusal'
import type { Serve } from '../../http/serve.ts'
import { findZipPlace } from './zip-codes.ts'

export function placesRoutes(serve: Serve) {
  serve(getZipCode, async ({ params }) => {
    const place = findZipPlace(params.zip)
    if (place === undefined) throw new Refusal('not_found')
    return place
  })
}

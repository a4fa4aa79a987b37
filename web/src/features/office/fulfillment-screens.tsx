import { getRouteApi } from '@tanstack/react-router'
import { BatchScreen } from './fulfillment/BatchScreen.tsx'
import { FulfillmentScreen } from './fulfillment/FulfillmentScreen.tsx'

const fulfillment = getRouteApi('/office/fulfillment/')
const batch = getRouteApi('/office/fulfillment/$id')

export function Fulfillment() {
  return <FulfillmentScreen search={fulfillment.useSearch()} />
}

export function Batch() {
  const { id } = batch.useParams()
  return <BatchScreen key={id} id={Number(id)} />
}

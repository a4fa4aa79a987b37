import { getRouteApi } from '@tanstack/react-router'
import { DeliveriesScreen } from './deliveries/DeliveriesScreen.tsx'
import { DeliveryScreen } from './deliveries/DeliveryScreen.tsx'
import { BatchScreen } from './fulfillment/BatchScreen.tsx'
import { FulfillmentScreen } from './fulfillment/FulfillmentScreen.tsx'

export { ReportScreen as DeliveryReport } from './deliveries/ReportScreen.tsx'

const fulfillment = getRouteApi('/office/fulfillment/')
const batch = getRouteApi('/office/fulfillment/$id')
const deliveries = getRouteApi('/office/deliveries/')
const delivery = getRouteApi('/office/deliveries/$id')

export function FulfillmentRoute() {
  return <FulfillmentScreen search={fulfillment.useSearch()} />
}

export function BatchRoute() {
  const { id } = batch.useParams()
  return <BatchScreen key={id} id={Number(id)} />
}

export function DeliveriesRoute() {
  return <DeliveriesScreen search={deliveries.useSearch()} />
}

export function DeliveryRoute() {
  const { id } = delivery.useParams()
  return <DeliveryScreen key={id} id={Number(id)} />
}

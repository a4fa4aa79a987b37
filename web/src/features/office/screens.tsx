import { getRouteApi } from '@tanstack/react-router'
import { DiscrepanciesScreen } from './discrepancies/DiscrepanciesScreen.tsx'
import { ReceivedPaymentsScreen } from './money/ReceivedPaymentsScreen.tsx'
import { RefundsScreen } from './money/RefundsScreen.tsx'
import { OrderScreen } from './order/OrderScreen.tsx'
import { OrdersScreen } from './orders/OrdersScreen.tsx'
import { ArriveScreen, SwitchScreen } from './SwitchScreens.tsx'

export { PasswordScreen } from './PasswordScreen.tsx'
export { OfficeShell } from './shell/OfficeShell.tsx'
export { TodayScreen } from './today/TodayScreen.tsx'

const arrive = getRouteApi('/office_/arrive')
const switchSite = getRouteApi('/office/switch')
const orders = getRouteApi('/office/orders/')
const order = getRouteApi('/office/orders/$id')
const receivedPayments = getRouteApi('/office/received-payments')
const payments = getRouteApi('/office/payments')
const refunds = getRouteApi('/office/refunds')

export function ArriveRoute() {
  return <ArriveScreen search={arrive.useSearch()} />
}

export function SwitchRoute() {
  return <SwitchScreen search={switchSite.useSearch()} />
}

export function OrdersRoute() {
  return <OrdersScreen search={orders.useSearch()} />
}

export function OrderRoute() {
  const { id } = order.useParams()
  return <OrderScreen key={id} id={Number(id)} search={order.useSearch()} />
}

export function ReceivedPaymentsRoute() {
  return <ReceivedPaymentsScreen search={receivedPayments.useSearch()} />
}

export function PaymentsRoute() {
  return <DiscrepanciesScreen search={payments.useSearch()} />
}

export function RefundsRoute() {
  return <RefundsScreen search={refunds.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '../../../features/office/order/OrderScreen.tsx'

export const Route = createFileRoute('/office/orders/$id')({
  staticData: { title: 'Order' },
  component: OfficeOrder,
})

function OfficeOrder() {
  const { id } = Route.useParams()
  return <OrderScreen key={id} id={Number(id)} />
}

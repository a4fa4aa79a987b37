import { getRouteApi } from '@tanstack/react-router'
import { AuditScreen } from './audit/AuditScreen.tsx'
import { StaffScreen } from './staff/StaffScreen.tsx'
import { WebhookScreen } from './webhooks/WebhookScreen.tsx'
import { SystemScreen } from './system/SystemScreen.tsx'

export { WebhooksScreen as Webhooks } from './webhooks/WebhooksScreen.tsx'

const webhook = getRouteApi('/office/webhooks/$id')
const staff = getRouteApi('/office/staff')
const audit = getRouteApi('/office/audit')
const system = getRouteApi('/office/system')

export function Webhook() {
  const { id } = webhook.useParams()
  return <WebhookScreen key={id} id={Number(id)} search={webhook.useSearch()} />
}

export function Staff() {
  return <StaffScreen search={staff.useSearch()} />
}

export function Audit() {
  return <AuditScreen search={audit.useSearch()} />
}

export function System() {
  return <SystemScreen search={system.useSearch()} />
}

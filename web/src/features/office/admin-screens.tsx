import { getRouteApi } from '@tanstack/react-router'
import { AuditScreen } from './audit/AuditScreen.tsx'
import { CatalogScreen } from './catalog/CatalogScreen.tsx'
import { CustomerScreen } from './customers/CustomerScreen.tsx'
import { CustomersScreen } from './customers/CustomersScreen.tsx'
import { SiteScreen } from './site/SiteScreen.tsx'
import { StaffScreen } from './staff/StaffScreen.tsx'
import { SystemScreen } from './system/SystemScreen.tsx'
import { WebhookScreen } from './webhooks/WebhookScreen.tsx'

export { WebhooksScreen as Webhooks } from './webhooks/WebhooksScreen.tsx'

const webhook = getRouteApi('/office/webhooks/$id')
const staff = getRouteApi('/office/staff')
const audit = getRouteApi('/office/audit')
const catalog = getRouteApi('/office/catalog')
const site = getRouteApi('/office/site')
const customers = getRouteApi('/office/customers/')
const customer = getRouteApi('/office/customers/$id')
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

export function Customers() {
  return <CustomersScreen search={customers.useSearch()} />
}

export function Customer() {
  const { id } = customer.useParams()
  return <CustomerScreen key={id} id={Number(id)} />
}

export function Catalog() {
  return <CatalogScreen search={catalog.useSearch()} />
}

export function Site() {
  return <SiteScreen search={site.useSearch()} />
}

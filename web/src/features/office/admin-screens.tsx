import { getRouteApi } from '@tanstack/react-router'
import { AuditScreen } from './audit/AuditScreen.tsx'
import { CatalogScreen } from './catalog/CatalogScreen.tsx'
import { CompaniesScreen } from './companies/CompaniesScreen.tsx'
import { CompanyScreen } from './companies/CompanyScreen.tsx'
import { CustomerScreen } from './customers/CustomerScreen.tsx'
import { CustomersScreen } from './customers/CustomersScreen.tsx'
import { OfficeReportsScreen } from './reports/OfficeReportsScreen.tsx'
import { SiteScreen } from './site/SiteScreen.tsx'
import { StaffScreen } from './staff/StaffScreen.tsx'
import { SystemScreen } from './system/SystemScreen.tsx'
import { WebhookScreen } from './webhooks/WebhookScreen.tsx'

export { GoLiveScreen } from './go-live/GoLiveScreen.tsx'
export { PrivacyScreen } from './privacy/PrivacyScreen.tsx'
export { WebhooksScreen as WebhooksRoute } from './webhooks/WebhooksScreen.tsx'

const reports = getRouteApi('/office/reports')
const webhook = getRouteApi('/office/webhooks/$id')
const staff = getRouteApi('/office/staff')
const audit = getRouteApi('/office/audit')
const catalog = getRouteApi('/office/catalog')
const site = getRouteApi('/office/site')
const customers = getRouteApi('/office/customers/')
const customer = getRouteApi('/office/customers/$id')
const companies = getRouteApi('/office/companies/')
const company = getRouteApi('/office/companies/$id')
const system = getRouteApi('/office/system')

export function WebhookRoute() {
  const { id } = webhook.useParams()
  return <WebhookScreen key={id} id={Number(id)} search={webhook.useSearch()} />
}

export function StaffRoute() {
  return <StaffScreen search={staff.useSearch()} />
}

export function ReportsRoute() {
  return <OfficeReportsScreen search={reports.useSearch()} />
}

export function AuditRoute() {
  return <AuditScreen search={audit.useSearch()} />
}

export function SystemRoute() {
  return <SystemScreen search={system.useSearch()} />
}

export function CustomersRoute() {
  return <CustomersScreen search={customers.useSearch()} />
}

export function CustomerRoute() {
  const { id } = customer.useParams()
  return <CustomerScreen key={id} id={Number(id)} />
}

export function CompaniesRoute() {
  return <CompaniesScreen search={companies.useSearch()} />
}

export function CompanyRoute() {
  const { id } = company.useParams()
  return <CompanyScreen key={id} id={Number(id)} />
}

export function CatalogRoute() {
  return <CatalogScreen search={catalog.useSearch()} />
}

export function SiteRoute() {
  return <SiteScreen search={site.useSearch()} />
}

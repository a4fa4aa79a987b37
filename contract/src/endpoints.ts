import * as z from 'zod'
import * as approvals from './approvals.ts'
import * as assistants from './assistants.ts'
import * as batches from './batches.ts'
import * as budgets from './budgets.ts'
import * as cardItems from './card-items.ts'
import * as carriers from './carriers.ts'
import * as cartApproval from './cart-approval.ts'
import * as catalog from './catalog.ts'
import * as claims from './claims.ts'
import * as companies from './companies.ts'
import * as companyActivity from './company-activity.ts'
import * as companyApiKeys from './company-api-keys.ts'
import * as companyBalance from './company-balance.ts'
import * as companyBilling from './company-billing.ts'
import * as companyDomains from './company-domains.ts'
import * as companyReports from './company-reports.ts'
import * as companyRoles from './company-roles.ts'
import * as companyTerms from './company-terms.ts'
import * as companyWebhooks from './company-webhooks.ts'
import * as conversations from './conversations.ts'
import * as customers from './customers.ts'
import * as deliveries from './deliveries.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventData from './event-data.ts'
import * as fields from './fields.ts'
import * as fileUploads from './file-uploads.ts'
import * as files from './files.ts'
import * as imports from './imports.ts'
import * as linkedServices from './linked-services.ts'
import * as notices from './notices.ts'
import * as officeAccess from './office-access.ts'
import * as officeAudit from './office-audit.ts'
import * as officeCatalog from './office-catalog.ts'
import * as officeCompanies from './office-companies.ts'
import * as officeCompanyMerges from './office-company-merges.ts'
import * as officeCustomers from './office-customers.ts'
import * as officeDiscrepancies from './office-discrepancies.ts'
import * as officeGoLive from './office-go-live.ts'
import * as officeMoney from './office-money.ts'
import * as officeOrderDesk from './office-order-desk.ts'
import * as officeOrderViews from './office-order-views.ts'
import * as officeOrders from './office-orders.ts'
import * as officeOutstanding from './office-outstanding.ts'
import * as officePrivacy from './office-privacy.ts'
import * as officeReports from './office-reports.ts'
import * as officeSearch from './office-search.ts'
import * as officeSite from './office-site.ts'
import * as officeStaff from './office-staff.ts'
import * as officeSystem from './office-system.ts'
import * as officeToday from './office-today.ts'
import * as orderFields from './order-fields.ts'
import * as orders from './orders.ts'
import * as ordersOverview from './orders-overview.ts'
import * as peopleFiles from './people-files.ts'
import * as placeOrder from './place-order.ts'
import * as places from './places.ts'
import * as platform from './platform.ts'
import * as problem from './problem.ts'
import * as programs from './programs.ts'
import * as recipientLists from './recipient-lists.ts'
import * as recipients from './recipients.ts'
import * as recoveryCodes from './recovery-codes.ts'
import type { OperationName } from './routes.ts'
import * as savedDesigns from './saved-designs.ts'
import * as setup from './setup.ts'
import * as sharedDrafts from './shared-drafts.ts'
import * as site from './site.ts'
import * as webhooks from './webhooks.ts'
import * as yearEnd from './year-end.ts'

const modules = {
  ...site,
  ...catalog,
  ...places,
  ...approvals,
  ...budgets,
  ...companies,
  ...companyActivity,
  ...companyApiKeys,
  ...companyWebhooks,
  ...programs,
  ...yearEnd,
  ...peopleFiles,
  ...companyDomains,
  ...companyRoles,
  ...orderFields,
  ...companyBalance,
  ...companyBilling,
  ...companyReports,
  ...companyTerms,
  ...conversations,
  ...assistants,
  ...customers,
  ...recoveryCodes,
  ...linkedServices,
  ...cardItems,
  ...files,
  ...fileUploads,
  ...sharedDrafts,
  ...savedDesigns,
  ...orders,
  ...ordersOverview,
  ...placeOrder,
  ...documents,
  ...officeAccess,
  ...officeOutstanding,
  ...officeDiscrepancies,
  ...officeAudit,
  ...officeCatalog,
  ...officeCompanies,
  ...officeCompanyMerges,
  ...officeCustomers,
  ...officeGoLive,
  ...officeMoney,
  ...officeOrders,
  ...officeOrderDesk,
  ...officeOrderViews,
  ...officePrivacy,
  ...officeReports,
  ...officeSearch,
  ...officeSite,
  ...officeStaff,
  ...officeSystem,
  ...officeToday,
  ...recipients,
  ...imports,
  ...recipientLists,
  ...deliveries,
  ...claims,
  ...notices,
  ...batches,
  ...carriers,
  ...webhooks,
  ...setup,
  ...platform,
}

type Modules = typeof modules
export type Endpoints = { [Name in OperationName]: Modules[Name] }

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

/** Every endpoint by operation name. A route without an endpoint doesn't compile. */
export const endpoints = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => isEndpoint(value)),
) as Endpoints

/** The schemas that these files export, by name: their names in the OpenAPI document. */
export const exportedSchemas = Object.fromEntries(
  Object.entries<unknown>({ ...fields, ...problem, ...cartApproval, ...eventData, ...modules }).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  ),
)

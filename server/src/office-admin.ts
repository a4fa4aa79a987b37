import type { Identity } from '@laurel/identity'
import { auditOffice } from './features/audit/audit.office.ts'
import { catalogOffice } from './features/catalog/catalog.office.ts'
import { companyOffice } from './features/company-desk/companies.office.ts'
import { customerOffice } from './features/customer-desk/customers.office.ts'
import { goLiveOffice } from './features/go-live/go-live.office.ts'
import { searchRoutes } from './features/office-search/office-search.office.ts'
import { privacyOffice } from './features/privacy/privacy.office.ts'
import { reportOffice } from './features/reports/reports.office.ts'
import { siteOffice } from './features/site-settings/site-settings.office.ts'
import { staffOffice } from './features/staff/staff.office.ts'
import { systemOffice } from './features/system/system.office.ts'
import { todayOffice } from './features/today/today.office.ts'
import type { Serve } from './http/serve.ts'
import type { Kit } from './kit.ts'

/**
 * The part of the office that sets the shop up and looks after it.
 *
 * @param identity undefined where a user pool elsewhere keeps the accounts
 */
export function officeAdminRoutes(serve: Serve, kit: Kit, identity: Identity | undefined) {
  staffOffice(serve, kit)
  auditOffice(serve, kit)
  systemOffice(serve, kit)
  todayOffice(serve, kit)
  searchRoutes(serve, kit)
  catalogOffice(serve, kit)
  customerOffice(serve, { ...kit, identity })
  companyOffice(serve, { ...kit, identity })
  privacyOffice(serve, kit)
  reportOffice(serve, kit)
  siteOffice(serve, { ...kit, identity })
  goLiveOffice(serve, { ...kit, identity })
}

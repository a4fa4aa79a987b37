import { auditOffice } from './features/audit/audit.office.ts'
import { staffOffice } from './features/staff/staff.office.ts'
import { systemOffice } from './features/system/system.office.ts'
import type { Serve } from './http/serve.ts'
import type { Kit } from './kit.ts'

/** The part of the office that sets the shop up and looks after it. */
export function officeAdminRoutes(serve: Serve, kit: Kit) {
  staffOffice(serve, kit)
  auditOffice(serve, kit)
  systemOffice(serve, kit)
}

import { getRouteApi } from '@tanstack/react-router'
import { AuditScreen } from './audit/AuditScreen.tsx'
import { StaffScreen } from './staff/StaffScreen.tsx'

const staff = getRouteApi('/office/staff')
const audit = getRouteApi('/office/audit')

export function Staff() {
  return <StaffScreen search={staff.useSearch()} />
}

export function Audit() {
  return <AuditScreen search={audit.useSearch()} />
}

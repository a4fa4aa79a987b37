import { getRouteApi } from '@tanstack/react-router'
import { StaffScreen } from './staff/StaffScreen.tsx'

const staff = getRouteApi('/office/staff')

export function Staff() {
  return <StaffScreen search={staff.useSearch()} />
}

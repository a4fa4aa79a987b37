import type { ReportKind } from '@laurel/domain/reports'
import { createContext, useContext } from 'react'
import type { ReportOwner } from '../../app/report.queries.ts'

/** Where reports are shown: on a company's page, or in the office. */
export type ReportRoom = {
  owner: ReportOwner
  to: '/company/reports' | '/office/reports'
  kinds: readonly ReportKind[]
  timeZone: string
  /** Who can see reports, and get them by mail. */
  readers: readonly { id: number; name: string; email: string }[]
}

const Room = createContext<ReportRoom | undefined>(undefined)

export const ReportRoomProvider = Room.Provider

export function useReportRoom(): ReportRoom {
  const room = useContext(Room)
  if (room === undefined) throw new Error('Reports need their room')
  return room
}

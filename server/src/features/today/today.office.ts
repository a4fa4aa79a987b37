import { getOfficeToday, getOrderedOverTime } from '@laurel/contract/office-today'
import type { Serve } from '../../http/serve.ts'
import * as today from './today.service.ts'

/** What the office opens with. */
export function todayOffice(serve: Serve, kit: today.TodayKit) {
  serve(getOfficeToday, ({ site, actor }) => today.readToday(kit, site, actor))
  serve(getOrderedOverTime, ({ site, query }) => today.readOrdered(kit, site, query.period))
}

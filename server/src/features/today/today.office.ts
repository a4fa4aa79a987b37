import { getOfficeToday, getOrderedOverTime } from '@laurel/contract/office-today'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { makeMailProbe } from '../system/health.ts'
import * as today from './today.service.ts'

/** What the office opens with. */
export function todayOffice(serve: Serve, kit: Pick<Kit, 'pool' | 'now' | 'config'>) {
  const mailAnswers = makeMailProbe(kit.config)
  serve(getOfficeToday, ({ site, actor }) => today.readToday({ ...kit, mailAnswers }, site, actor))
  serve(getOrderedOverTime, ({ site, query }) => today.readOrdered(kit, site, query.period))
}

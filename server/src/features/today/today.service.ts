import type { getOfficeToday, getOrderedOverTime } from '@laurel/contract/office-today'
import { MERGE_ASKED_DAYS } from '@laurel/domain/company-merges'
import { dayIn } from '@laurel/domain/day-in'
import { TODO_KINDS, TODOS, type TodoKind } from '@laurel/domain/office-todos'
import { placedWithin } from '@laurel/domain/outstanding-age'
import { type ReportPeriod, reportSteps } from '@laurel/domain/report-period'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { keepForManyOrders } from '../../database/long-lists.ts'
import { mayActor } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { listOverfunded } from '../ledger/overpaid.ts'
import { sumOutstanding } from '../money/outstanding.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { ownerOf } from '../system/system.service.ts'
import { listOrderedSteps, sumOrderedBefore } from './ordered.repo.ts'
import { countStages, readPace } from './stages.repo.ts'
import { listTodoRows } from './todos.repo.ts'

export type TodayKit = Pick<Kit, 'pool' | 'now' | 'config'> & {
  /** Does the mail server answer? */
  mailAnswers: () => Promise<boolean>
}

type ToldTodo = { kind: TodoKind; count: number; since: string | null }

const MAIL_OFF: readonly TodoKind[] = ['mail_off']
const MAIL_ON: readonly TodoKind[] = ['mail_down', 'mails_to_retry']
const DAY_MS = 86_400_000
const PACE_MS = 30 * DAY_MS

/** The to-dos this person can see, and the progress of orders. */
export async function readToday(
  { pool, now, config, mailAnswers }: TodayKit,
  site: SiteRow,
  actor: Staff,
): Promise<z.input<typeof getOfficeToday.response>> {
  const at = now()
  const untold = config.mail === undefined ? MAIL_ON : MAIL_OFF
  const kinds = TODO_KINDS.filter((kind) => mayActor(actor, TODOS[kind]) && !untold.includes(kind))
  // More than 30 days: where the ages of outstanding money have a boundary, too.
  const longOutstandingUntil = placedWithin('31_60', at).until!
  const asked = {
    ...{ owner: ownerOf(site), now: at, longOutstandingUntil },
    today: dayIn(at, site.time_zone),
    mergesAskedSince: new Date(at.getTime() - MERGE_ASKED_DAYS * DAY_MS),
  }
  const today = await inSite(pool, site.id, async (db) => {
    const overfunded = kinds.includes('overpaid') ? await listOverfunded(pool, db, site.id) : []
    const [todos, ages, stages, pace] = await Promise.all([
      listTodoRows(db, kinds, { ...asked, overfunded }),
      mayActor(actor, 'money.read') ? sumOutstanding(db, site.id, at) : [],
      keepForManyOrders({ pool, db, siteId: site.id }, ['stages'], () => countStages(db, site.id)),
      keepForManyOrders({ pool, db, siteId: site.id }, ['pace'], () =>
        readPace(db, site.id, new Date(at.getTime() - PACE_MS)),
      ),
    ])
    return {
      todos: todos.map((todo) => ({ ...todo, since: todo.since?.toISOString() ?? null })),
      outstanding_ages: ages,
      stages,
      ...pace,
    }
  })
  return { is_live: site.live_at !== null, ...today, todos: await judgeMail(today.todos, mailAnswers) }
}

/** Only where mails wait is the mail server asked: outside the transaction, for it may be slow. */
async function judgeMail<One extends ToldTodo>(
  todos: readonly One[],
  mailAnswers: TodayKit['mailAnswers'],
): Promise<One[]> {
  const isAnyWaiting = todos.some(({ kind, count }) => kind === 'mail_down' && count > 0)
  const untold = isAnyWaiting && !(await mailAnswers()) ? 'mails_to_retry' : 'mail_down'
  return todos.map((todo) => (todo.kind === untold ? { ...todo, count: 0, since: null } : todo))
}

/** Orders and their value by step of a period that ends now, and the period before in sum. */
export function readOrdered(
  { pool, now }: Pick<TodayKit, 'pool' | 'now'>,
  site: SiteRow,
  period: ReportPeriod,
): Promise<z.input<typeof getOrderedOverTime.response>> {
  const at = now()
  const timeZone = site.time_zone
  const steps = reportSteps(period, dayIn(at, timeZone))
  return inSite(pool, site.id, async (db) => {
    const [rows, before] = await keepForManyOrders({ pool, db, siteId: site.id }, ['ordered', period], () =>
      Promise.all([
        listOrderedSteps(db, site.id, { period, steps, timeZone, now: at }),
        sumOrderedBefore(db, site.id, { steps, timeZone, now: at }),
      ]),
    )
    const byStart = new Map(rows.map((row) => [row.starts_on, row]))
    return {
      period,
      steps: steps.starts.map((starts_on) => byStart.get(starts_on) ?? { starts_on, ...NOTHING }),
      total: {
        order_count: rows.reduce((sum, row) => sum + row.order_count, 0),
        total_cents: rows.reduce((sum, row) => sum + row.total_cents, 0),
      },
      before,
    }
  })
}

const NOTHING = { order_count: 0, total_cents: 0, direct_cents: 0, bulk_cents: 0, digital_cents: 0 }

import type { placeOrder } from '@laurel/contract/place-order'
import { capabilitiesIn, mayInCompany } from '@laurel/domain/company-roles'
import { dayIn, daysAfter } from '@laurel/domain/day-in'
import { readLanguage } from '@laurel/domain/languages'
import type { LeftOutReason, PlannedCard } from '@laurel/domain/programs'
import { Refusal } from '@laurel/domain/refusal'
import { momentIn } from '@laurel/domain/working-hours'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { asOne, inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { BLANK_RECIPIENT } from '../card-items/judged-recipient.ts'
import { listShippingOptions } from '../catalog/catalog.repo.ts'
import { keepCompany } from '../companies/orderers.repo.ts'
import { fillAndPlace, hashOf, type PlaceKit } from '../place-order/place-order.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { restoreCart, setCartAside } from './cart-aside.ts'
import { readPlan } from './program-plan.ts'
import { amountProblem, missingOf, OWNER_LEFT, type ProgramProblem, problemOf } from './program-problem.ts'
import { findActive, listDesignsOf, listListsOf, type ProgramRow } from './programs.repo.ts'
import { changePerson, lockWaiting, type RunRow, updateRuns } from './runs.repo.ts'

type Asked = z.output<typeof placeOrder.body>

/** Cards arrive in the morning. */
export const ARRIVES_AT_HOUR = 8

/**
 * Places the order of a run, or says why it can't. The order, the run, and its people are one transaction: a killed
 * server leaves none of them, and a second attempt finds that the run has its order.
 *
 * @returns the problem, if there is one
 */
export async function placeRun(
  kit: PlaceKit,
  site: SiteRow,
  program: ProgramRow,
  run: RunRow,
): Promise<ProgramProblem | undefined> {
  try {
    await asOne(kit.pool, site.id, () => placed(kit, site, program.id, run.id), { isKept: true })
    crashPoint('program.ordered')
    return undefined
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return problemOf(cause)
  }
}

async function placed(kit: PlaceKit, site: SiteRow, programId: number, runId: number): Promise<void> {
  const at = kit.now()
  const ready = await inSite(kit.pool, site.id, async (db) => {
    const seen = await findActive(db, site.id, programId)
    if (seen === undefined || seen.runs_as === null) return undefined
    // The company first, as when the program is changed.
    const { timeZone } = await keepCompany(db, site, seen.company_id, seen.runs_as)
    const program = await findActive(db, site.id, programId)
    if (program === undefined || program.runs_as !== seen.runs_as) return undefined
    const run = await lockWaiting(db, program, runId)
    if (run === undefined) return undefined
    const actor = await readOwner(db, site.id, program)
    if (actor === undefined) throw new Refusal('company_left')
    return { program, run, actor, timeZone }
  })
  if (ready === undefined) return
  const { program, run, actor, timeZone } = ready
  const asked = await inSite(kit.pool, site.id, (db) => askedFor(db, site, { program, run, timeZone }, at))
  const change = { problem: null, problem_says: null, tried_at: at }
  if (asked === undefined) {
    await inSite(kit.pool, site.id, (db) => updateRuns(db, site.id, [run.id], { ...change, state: 'empty' }))
    return
  }
  const cartId = await inSite(kit.pool, site.id, (db) => setCartAside(db, actor))
  const named = { of: program.company_id, hash: hashOf(asked) }
  const orderId = await fillAndPlace(kit, site, actor, asked, named)
  await inSite(kit.pool, site.id, async (db) => {
    await restoreCart(db, actor, cartId)
    const isLate = run.is_late || dayIn(at, timeZone) > run.send_on
    const ordered = { ...change, state: 'ordered', order_id: orderId, is_late: isLate }
    await updateRuns(db, site.id, [run.id], ordered)
    await db
      .updateTable('company_program_people')
      .set({ outcome: 'ordered' })
      .where('site_id', '=', site.id)
      .where('run_id', '=', run.id)
      .where('outcome', '=', 'planned')
      .execute()
  })
}

type Ready = { program: ProgramRow; run: RunRow; timeZone: string }

/** The order of a run for those who are still to get a card. @returns undefined if no one is */
async function askedFor(
  db: Db,
  site: SiteRow,
  { program, run, timeZone }: Ready,
  at: Date,
): Promise<Asked | undefined> {
  const of = { siteId: site.id, company: { id: program.company_id } }
  const [list] = await listListsOf(db, of, [program.list_id])
  const [design] = await listDesignsOf(db, of, [program.saved_design_id])
  // Whether digital cards are offered, checkout says.
  const missing = missingOf(list, design, true)
  if (missing !== undefined || list === undefined) {
    throw new Refusal('program_incomplete', {}, [
      { field: 'program', code: missing!.code, message: missing!.says },
    ])
  }
  const window = { from: run.send_on, until: run.send_on }
  const { plan, people } = await readPlan(db, program, list, window, { exceptRun: run.id })
  const rows = await db
    .selectFrom('company_program_people')
    .select(['person_id', 'person_key', 'occasion_on'])
    .where('site_id', '=', site.id)
    .where('run_id', '=', run.id)
    .where('outcome', '=', 'planned')
    .execute()
  const cards = new Map<string, PlannedCard>(
    plan.cards.flatMap((card) => [
      [`id ${card.personId} ${card.occasionOn}`, card] as const,
      [`key ${card.key} ${card.occasionOn}`, card] as const,
    ]),
  )
  const reasons = new Map(plan.leftOut.map(({ personId, reason }) => [personId, reason]))
  const still: PlannedCard[] = []
  for (const { person_id: id, person_key: key, occasion_on: day } of rows) {
    // A list that passes to another person has copies of its people.
    const card = cards.get(`id ${id} ${day}`) ?? cards.get(`key ${key} ${day}`)
    if (card !== undefined) {
      still.push(card)
      const change = { person_id: card.personId, amount_cents: card.cents }
      await changePerson(db, site.id, run.id, id, change)
      continue
    }
    const gone: LeftOutReason = people.has(id) ? 'date_changed' : 'left_list'
    await changePerson(db, site.id, run.id, id, { outcome: reasons.get(id) ?? gone })
  }
  if (still.length === 0) return undefined
  const option = (await listShippingOptions(db, site.id)).find((one) => one.reward_type === 'digital')
  if (option === undefined) throw new Refusal('shipping_missing')
  const moment = momentIn(run.send_on, ARRIVES_AT_HOUR, timeZone)
  const recipients = still.map(({ personId, cents }) => {
    const { first_name, last_name, email, ...others } = people.get(personId)!
    const language = readLanguage(others.language)
    return { ...BLANK_RECIPIENT, first_name, last_name, email, language, amount_cents: cents }
  })
  return {
    items: [{ saved_design_id: program.saved_design_id, name: program.name, recipients }],
    deliveries: [
      {
        reward_type: 'digital',
        shipping_option_id: option.id,
        send_at: moment > at ? moment.toISOString() : null,
      },
    ],
    fields: program.fields,
    po_number: '',
    payment_method: 'company_balance',
    external_id: externalIdOf(program, run),
    note: '',
    invoice_emails: [],
  }
}

export function externalIdOf(
  { id }: Pick<ProgramRow, 'id'>,
  { send_on, part }: Pick<RunRow, 'send_on' | 'part'>,
): string {
  return `program-${id}-${send_on}${part === 1 ? '' : `-${part}`}`
}

/** The person whose orders a program places, as they could place them now. */
export async function readOwner(
  db: Db,
  siteId: number,
  { company_id: companyId, runs_as: id }: Pick<ProgramRow, 'company_id' | 'runs_as'>,
): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('company_members as m')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
    )
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'm.site_id')
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.key', '=', 'm.role'),
    )
    .select(['c.id', 'c.email', 'm.role', 'r.capabilities'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', companyId)
    .where('m.customer_id', '=', id)
    .where('c.disabled_at', 'is', null)
    .where('c.closed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const company = { id: companyId, role: row.role, capabilities: capabilitiesIn(row.role, row.capabilities) }
  if (!mayInCompany(company, 'orders.place')) return undefined
  const verified = { emailVerified: true, registrationComplete: true }
  return { siteId, customerId: row.id, email: row.email, ...verified, company }
}

/** What is wrong with a program before anything of it is due. */
export async function findProblem(
  db: Db,
  site: Pick<SiteRow, 'limits'>,
  program: ProgramRow,
  isDigitalOffered: boolean,
): Promise<ProgramProblem | undefined> {
  const of = { siteId: program.site_id, company: { id: program.company_id } }
  const [list] = await listListsOf(db, of, [program.list_id])
  const [design] = await listDesignsOf(db, of, [program.saved_design_id])
  const wrong =
    missingOf(list, design, isDigitalOffered) ?? amountProblem(program.amounts, design!, site.limits)
  if (wrong !== undefined || program.state !== 'active') return wrong
  return (await readOwner(db, program.site_id, program)) === undefined ? OWNER_LEFT : undefined
}

/** Until when runs are looked for: business days are fewer than days. */
export function horizonOf(today: string, leadDays: number): string {
  return daysAfter(today, leadDays * 2 + 14)
}

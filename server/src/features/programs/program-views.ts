import type { Program, ProgramPreview, ProgramRun, ProgramRunPeople } from '@laurel/contract/programs'
import { dayIn, daysAfter } from '@laurel/domain/day-in'
import { priceOrder } from '@laurel/domain/pricing'
import { type LeftOutReason, type PlannedCard, PREVIEW_DAYS } from '@laurel/domain/programs'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { readBalance } from '../balance/balance.repo.ts'
import { listShippingOptions } from '../catalog/catalog.repo.ts'
import { offeredTypes } from '../catalog/offered-types.ts'
import { inCompany, listPeople, type OfCompany, readTimeZone } from '../companies/companies.repo.ts'
import { shippingPrice } from '../orders/priced-order.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { inParts, type People, readPlan } from './program-plan.ts'
import { listDesignsOf, listListsOf, listRows, type ProgramRow, readRow } from './programs.repo.ts'
import { findProblem } from './run-program.ts'
import { listRunPeople } from './runs.repo.ts'

type ViewKit = Pick<Kit, 'pool' | 'now' | 'config'>
type ProgramWire = z.input<typeof Program>
type RunWire = z.input<typeof ProgramRun>

/** Rows of a preview, and runs. */
const SHOWN = 200

export function listPrograms(kit: ViewKit, site: SiteRow, actor: Customer): Promise<ProgramWire[]> {
  const own = inCompany(actor)
  return inSite(kit.pool, site.id, async (db) => wires(db, site, own, await listRows(db, own)))
}

/** @throws {Refusal} `not_found` */
export function getProgram(kit: ViewKit, site: SiteRow, actor: Customer, id: number): Promise<ProgramWire> {
  return inSite(kit.pool, site.id, (db) => readWire(db, site, inCompany(actor), id))
}

/** @throws {Refusal} `not_found` */
export async function readWire(db: Db, site: SiteRow, own: OfCompany, id: number): Promise<ProgramWire> {
  const [wire] = await wires(db, site, own, [await readRow(db, own, id)])
  return wire!
}

async function wires(
  db: Db,
  site: SiteRow,
  own: OfCompany,
  rows: readonly ProgramRow[],
): Promise<ProgramWire[]> {
  const lists = await listListsOf(
    db,
    own,
    rows.map((row) => row.list_id),
  )
  const designs = await listDesignsOf(
    db,
    own,
    rows.map((row) => row.saved_design_id),
  )
  const people = await listPeople(db, own)
  const time_zone = await readTimeZone(db, site, own.company.id)
  return rows.map((row) => {
    const { id, name, kind, amounts, lead_days, weekend, fields, problem, problem_says: says } = row
    const list = lists.find((one) => one.id === row.list_id)
    const design = designs.find((one) => one.id === row.saved_design_id)
    const by = people.find((one) => one.id === row.runs_as)
    return {
      ...{ id, name, kind, amounts, lead_days, weekend, fields, time_zone },
      list: list ? { id: list.id, name: list.name, people_count: list.people_count } : null,
      design: design ? { id: design.id, name: design.name, is_available: design.is_offered } : null,
      state: row.state === 'active' ? 'active' : 'paused',
      ordered_by: by ? `${by.first_name} ${by.last_name}`.trim() : null,
      problem:
        problem === null || says === null || row.problem_since === null
          ? null
          : { code: problem, says, since: row.problem_since.toISOString() },
      updated_at: row.updated_at.toISOString(),
    }
  })
}

/** What a program will do from today on, as it is now. @throws {Refusal} `not_found`; `limit_exceeded` */
export function previewProgram(
  kit: ViewKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<z.input<typeof ProgramPreview>> {
  const own = inCompany(actor)
  return inSite(kit.pool, site.id, async (db) => {
    const program = await readRow(db, own, id)
    const from = dayIn(kit.now(), await readTimeZone(db, site, own.company.id))
    const until = daysAfter(from, PREVIEW_DAYS)
    const problem =
      (await findProblem(db, site, program, offeredTypes(kit.config).includes('digital'))) ?? null
    const balance_cents = await readBalance(db, site.id, own.company.id)
    const nothing = {
      cards: [],
      card_count: 0,
      total_cents: 0,
      left_out: [],
      left_out_count: 0,
      due_now: NOTHING_DUE,
    }
    const [list] = await listListsOf(db, own, [program.list_id])
    if (list === undefined) return { from, until, ...nothing, balance_cents, problem }
    const { plan, people } = await readPlan(db, program, list, { from, until }, { isOrdered: true })
    const { cards, leftOut } = plan
    return {
      from,
      until,
      cards: cards.slice(0, SHOWN).map(({ personId, cents, years, ...days }) => ({
        ...personOf(people, personId),
        occasion_on: days.occasionOn,
        send_on: days.sendOn,
        order_on: laterOf(days.orderOn, from),
        years,
        amount_cents: cents,
      })),
      card_count: cards.length,
      total_cents: cards.reduce((sum, { cents }) => sum + cents, 0),
      left_out: leftOut.slice(0, SHOWN).map(({ personId, reason, occasion }) => ({
        ...personOf(people, personId),
        reason,
        occasion_on: occasion?.occasionOn ?? null,
      })),
      left_out_count: leftOut.length,
      due_now: await priceDue(
        db,
        site,
        cards.filter(({ orderOn }) => orderOn <= from),
      ),
      balance_cents,
      problem,
    }
  })
}

const NOTHING_DUE = { order_count: 0, total_cents: 0 }

/** What these cards' orders cost: one order per day and thousand cards. */
async function priceDue(db: Db, site: SiteRow, cards: readonly PlannedCard[]): Promise<typeof NOTHING_DUE> {
  const days = [...Map.groupBy(cards, ({ sendOn }) => sendOn).values()]
  const orders = days.flatMap((day) => inParts(day))
  const option = (await listShippingOptions(db, site.id)).find((one) => one.reward_type === 'digital')
  const shipping = option && { digital: shippingPrice(option) }
  const prices = orders.map((order) => {
    const amounts = order.map(({ cents }) => ({ denominationCents: cents, count: 1 }))
    const item = { id: 0, name: '', rewardType: 'digital', amounts } as const
    return priceOrder({ items: [item], cardFeeCents: site.card_fee_cents, shipping: shipping ?? {} })
  })
  return {
    order_count: orders.length,
    total_cents: prices.reduce((sum, { totalCents }) => sum + totalCents, 0),
  }
}

function laterOf(day: string, other: string): string {
  return day < other ? other : day
}

function personOf(people: People, id: number): { name: string; email: string } {
  const person = people.get(id)
  return {
    name: `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim(),
    email: person?.email ?? '',
  }
}

/** @throws {Refusal} `not_found` */
export function listRuns(kit: ViewKit, actor: Customer, id: number): Promise<RunWire[]> {
  const own = inCompany(actor)
  return inSite(kit.pool, own.siteId, async (db) => {
    const program = await readRow(db, own, id)
    const rows = await runsOf(db, program)
      .orderBy('run.send_on', 'desc')
      .orderBy('run.part', 'desc')
      .limit(SHOWN)
      .execute()
    return rows.map(runWire)
  })
}

/** @throws {Refusal} `not_found` */
export function getRun(
  kit: ViewKit,
  actor: Customer,
  id: number,
  runId: number,
): Promise<z.input<typeof ProgramRunPeople>> {
  const own = inCompany(actor)
  return inSite(kit.pool, own.siteId, async (db) => {
    const program = await readRow(db, own, id)
    const run = await runsOf(db, program).where('run.id', '=', runId).executeTakeFirst()
    if (run === undefined) throw new Refusal('not_found')
    const rows = await listRunPeople(db, own.siteId, runId)
    const saved = await db
      .selectFrom('saved_people')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('site_id', '=', own.siteId)
      .where('id', '=', anyOf(rows.map((row) => row.person_id)))
      .execute()
    const people = new Map(saved.map((one) => [one.id, one]))
    return {
      ...runWire(run),
      people: rows.map((row) => ({
        name: `${people.get(row.person_id)?.first_name ?? ''} ${people.get(row.person_id)?.last_name ?? ''}`.trim(),
        email: people.get(row.person_id)?.email ?? '',
        occasion_on: row.occasion_on,
        years: row.years,
        amount_cents: row.amount_cents,
        outcome: row.outcome as LeftOutReason | 'planned' | 'ordered',
      })),
    }
  })
}

function runsOf(db: Db, { site_id: siteId, id }: ProgramRow) {
  return db
    .selectFrom('company_program_runs as run')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'run.site_id').onRef('o.id', '=', 'run.order_id'),
    )
    .selectAll('run')
    .select(['o.number', 'o.status'])
    .select(({ selectFrom }) => {
      const people = selectFrom('company_program_people as person')
        .whereRef('person.site_id', '=', 'run.site_id')
        .whereRef('person.run_id', '=', 'run.id')
      const cards = people.where('person.outcome', 'in', ['planned', 'ordered'])
      const others = people.where('person.outcome', 'not in', ['planned', 'ordered'])
      return [
        cards.select(({ fn }) => fn.countAll<number>().as('count')).as('card_count'),
        cards.select(({ fn }) => fn.sum<number | null>('person.amount_cents').as('sum')).as('total_cents'),
        others.select(({ fn }) => fn.countAll<number>().as('count')).as('left_out_count'),
      ]
    })
    .where('run.site_id', '=', siteId)
    .where('run.program_id', '=', id)
}

type RunFound = Awaited<ReturnType<ReturnType<typeof runsOf>['executeTakeFirstOrThrow']>>

function runWire(run: RunFound): RunWire {
  const { id, send_on, part, problem, problem_says: says } = run
  return {
    ...{ id, send_on, part, is_late: run.is_late },
    state: run.state as RunWire['state'],
    order:
      run.order_id === null ? null : { id: run.order_id, number: run.number ?? '', status: run.status ?? '' },
    card_count: Number(run.card_count),
    total_cents: Number(run.total_cents),
    left_out_count: Number(run.left_out_count),
    problem: problem === null || says === null ? null : { code: problem, says },
    created_at: run.created_at.toISOString(),
  }
}

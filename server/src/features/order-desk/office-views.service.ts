import type { OrderView } from '@laurel/contract/office-order-views'
import { OrderFilters } from '@laurel/contract/office-orders'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { OrderViews } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Staff } from '../../http/actor.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Wire = z.input<typeof OrderView>
type Filters = z.output<typeof OrderFilters>
type ViewKit = Pick<OrderKit, 'pool' | 'now'>
type Row = Selectable<OrderViews>
export type ViewChange = {
  name?: string | undefined
  filters?: Filters | undefined
  is_shared?: boolean | undefined
  is_default?: boolean | undefined
}

const MAX_VIEWS = 50

/** One's own and those others share, by name. */
export function listViews({ pool }: ViewKit, site: SiteRow, actor: Staff): Promise<Wire[]> {
  const staffId = person(actor)
  return inSite(pool, site.id, async (db) => {
    const [rows, defaultId, names] = await Promise.all([
      visible(db, site.id, staffId).orderBy('name').orderBy('id').execute(),
      findDefault(db, site.id, staffId),
      namesOfStaff(db, site.id),
    ])
    return rows.map((row) => viewWire(row, staffId, defaultId, names))
  })
}

/** @throws {Refusal} `validation_failed` for a name one has already; `limit_exceeded`; `not_allowed` for a program */
export function saveView(
  kit: ViewKit,
  site: SiteRow,
  actor: Staff,
  given: { name: string; filters: Filters; is_shared: boolean },
): Promise<Wire> {
  const staffId = person(actor)
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    await holdPerson(db, site.id, staffId)
    const mine = await visible(db, site.id, staffId).where('staff_id', '=', staffId).execute()
    if (mine.length >= MAX_VIEWS) throw new Refusal('limit_exceeded', { limit: MAX_VIEWS })
    assertFree(mine, given.name)
    const { name, filters, is_shared } = given
    const row = await db
      .insertInto('order_views')
      .values({
        ...{ site_id: site.id, staff_id: staffId, name, is_shared },
        filters: json(filters),
        ...{ created_at: at, updated_at: at },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return viewWire(row, staffId, undefined, await namesOfStaff(db, site.id))
  })
}

/**
 * Changes a view of one's own, or chooses what one's list begins with: that may be a colleague's, shared.
 *
 * @throws {Refusal} `not_found`, also for what a colleague keeps to themselves; `not_allowed` to change a
 *   colleague's; `validation_failed` for a name one has already
 */
export function changeView(
  kit: ViewKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  { is_default: isDefault, ...change }: ViewChange,
): Promise<Wire> {
  const staffId = person(actor)
  return inSite(kit.pool, site.id, async (db) => {
    await holdPerson(db, site.id, staffId)
    const seen = await visible(db, site.id, staffId).execute()
    const row = seen.find((one) => one.id === id)
    if (row === undefined) throw new Refusal('not_found')
    const isChanged = Object.values(change).some((value) => value !== undefined)
    if (isChanged && row.staff_id !== staffId) throw new Refusal('not_allowed')
    const others = seen.filter((one) => one.staff_id === staffId && one.id !== id)
    if (change.name !== undefined) assertFree(others, change.name)
    const now = isChanged ? await update(db, site.id, row, change, kit.now()) : row
    if (isDefault !== undefined) await setDefault(db, site.id, staffId, id, isDefault)
    const defaultId = await findDefault(db, site.id, staffId)
    return viewWire(now, staffId, defaultId, await namesOfStaff(db, site.id))
  })
}

/** @throws {Refusal} `not_found`, also for a colleague's */
export function deleteView({ pool }: ViewKit, site: SiteRow, actor: Staff, id: number): Promise<void> {
  return inSite(pool, site.id, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('order_views')
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .where('staff_id', '=', person(actor))
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
  })
}

function visible(db: Db, siteId: number, staffId: number) {
  return db
    .selectFrom('order_views')
    .selectAll()
    .where('site_id', '=', siteId)
    .where((eb) => eb.or([eb('staff_id', '=', staffId), eb('is_shared', '=', true)]))
}

async function findDefault(db: Db, siteId: number, staffId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('order_view_defaults')
    .select('view_id')
    .where('site_id', '=', siteId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.view_id
}

async function setDefault(db: Db, siteId: number, staffId: number, viewId: number, isDefault: boolean) {
  const own = { site_id: siteId, staff_id: staffId }
  if (isDefault) {
    await db
      .insertInto('order_view_defaults')
      .values({ ...own, view_id: viewId })
      .onConflict((conflict) => conflict.columns(['site_id', 'staff_id']).doUpdateSet({ view_id: viewId }))
      .execute()
    return
  }
  await db
    .deleteFrom('order_view_defaults')
    .where('site_id', '=', siteId)
    .where('staff_id', '=', staffId)
    .where('view_id', '=', viewId)
    .execute()
}

async function update(
  db: Db,
  siteId: number,
  row: Row,
  { name = row.name, filters, is_shared = row.is_shared }: Omit<ViewChange, 'is_default'>,
  at: Date,
): Promise<Row> {
  return db
    .updateTable('order_views')
    .set({ name, is_shared, updated_at: at, ...(filters && { filters: json(filters) }) })
    .where('site_id', '=', siteId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes to a person's views run one at a time, so that two can't get the same name. */
async function holdPerson(db: Db, siteId: number, staffId: number): Promise<void> {
  await db
    .selectFrom('staff_accounts')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .execute()
}

/** @throws {Refusal} `not_allowed` for a program: views belong to people */
function person({ staffId }: Staff): number {
  if (staffId === undefined) throw new Refusal('not_allowed')
  return staffId
}

function assertFree(mine: readonly Row[], name: string): void {
  if (!mine.some((row) => row.name.toLowerCase() === name.toLowerCase())) return
  const message = 'You already have a view with this name.'
  throw new Refusal('validation_failed', {}, [{ field: 'name', code: 'taken', message }])
}

/** What an older version had saved and this one does not know is left out. */
function viewWire(
  row: Row,
  staffId: number,
  defaultId: number | undefined,
  names: ReadonlyMap<string, string>,
): Wire {
  return {
    id: row.id,
    name: row.name,
    filters: OrderFilters.safeParse(row.filters).data ?? {},
    is_shared: row.is_shared,
    is_mine: row.staff_id === staffId,
    by_name: names.get(`staff:${row.staff_id}`) ?? '',
    is_default: row.id === defaultId,
  }
}

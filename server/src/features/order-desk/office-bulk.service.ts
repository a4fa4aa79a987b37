import type { MANY_ACTIONS } from '@laurel/contract/office-orders'
import type { OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Capability } from '@laurel/domain/staff-roles'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { assertMay } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import { problemDetail } from '../../http/problem-answer.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { addOrderNote } from './office-notes.service.ts'
import { approveOrder, holdPlacedOrder, releaseOrder } from './office-orders.service.ts'

type Action = (typeof MANY_ACTIONS)[number]
type Seen = { id: number; seen_status: OrderStatus }
export type Many = { action: Action; orders: readonly Seen[]; words: string }
type Outcome = { id: number; number: string; is_done: boolean; code: string; message: string }

const NEEDS: Readonly<Record<Action, Capability>> = {
  approve: 'orders.review',
  hold: 'orders.review',
  release: 'orders.review',
  note: 'orders.note',
}

/**
 * Applies an action to many orders, one at a time and each in its own transaction, by the same service as for a
 * single order: its refusals apply, and the other orders continue. A retry after a crash continues with the
 * remaining orders.
 *
 * @throws {Refusal} `not_allowed`; `validation_failed` if a text is needed and missing
 */
export async function decideAboutMany(kit: OrderKit, site: SiteRow, actor: Staff, many: Many) {
  const { action, words } = many
  assertMay(NEEDS[action], actor)
  if (action !== 'approve' && words === '') {
    throw new Refusal('validation_failed', {}, [
      { field: 'words', code: 'required', message: 'This field is required' },
    ])
  }
  const meant = [...new Map(many.orders.map((order) => [order.id, order])).values()]
  const standing = await readStanding(kit, site, meant)
  const results = keptProgress<{ results: Outcome[] }>()?.results ?? []
  for (const order of meant.slice(results.length)) {
    if (results.length > 0) await commitStep({ results })
    const stands = standing.get(order.id)
    const outcome = await decideAboutOne(kit, site, actor, order, stands, many)
    results.push({ id: order.id, number: stands?.number ?? '', ...outcome })
  }
  return { results }
}

async function decideAboutOne(
  kit: OrderKit,
  site: SiteRow,
  actor: Staff,
  order: Seen,
  stands: Standing | undefined,
  many: Many,
) {
  try {
    // Approving checks for itself and says who was first; a note is possible in any status.
    const looks = many.action === 'hold' || many.action === 'release'
    const hasMoved = stands !== undefined && stands.status !== order.seen_status
    if (looks && hasMoved) throw new Refusal('order_changed')
    await act(kit, site, actor, order, many)
    return { is_done: true, code: '', message: '' }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return { is_done: false, code: cause.code, message: cause.errors[0]?.message ?? problemDetail(cause) }
  }
}

function act(
  kit: OrderKit,
  site: SiteRow,
  actor: Staff,
  order: Seen,
  { action, words }: Many,
): Promise<unknown> {
  switch (action) {
    case 'approve':
      return approveOrder(kit, site, actor, { orderId: order.id, seenStatus: order.seen_status, words })
    case 'hold':
      return holdPlacedOrder(kit, site, actor, order.id, words)
    case 'release':
      // Asking a second person is done at the order, where the reason is seen.
      return releaseOrder(kit, site, actor, order.id, words, { mayAsk: false })
    case 'note':
      return addOrderNote(kit, site, actor, order.id, { text: words, mails_customer: false })
  }
}

type Standing = { number: string; status: string }

async function readStanding({ pool }: OrderKit, site: SiteRow, meant: readonly Seen[]) {
  const rows = await inSite(pool, site.id, (db) =>
    db
      .selectFrom('orders')
      .select(['id', 'number', 'status'])
      .where('site_id', '=', site.id)
      .where(
        'id',
        'in',
        meant.map(({ id }) => id),
      )
      .execute(),
  )
  return new Map(
    rows.map(({ id, number, status }): [number, Standing] => [id, { number: number ?? '', status }]),
  )
}

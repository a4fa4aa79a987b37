import type { GoLive } from '@laurel/contract/office-go-live'
import { type GoLiveLineName, goLiveLines } from '@laurel/domain/go-live'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { commitStep, inSite } from '../../database/in-site.ts'
import { lockUntilCommit } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { wasLive } from '../sites/was-live.ts'
import { goLiveFacts, type ReadFacts, readFacts } from './go-live-facts.ts'
import { countOrders, deletePreviewOrders } from './preview-orders.ts'
import {
  type CheckKit,
  checkCarriers,
  checkHosts,
  checkMailRecords,
  checkPayments,
  sendTestMail,
} from './run-checks.ts'
import { keepChecks } from './site-checks.repo.ts'

type Wire = z.input<typeof GoLive>
type Check = Wire['lines'][number]['checks'][number]

/** Between two test mails of a site. */
const MAIL_EVERY_MS = 10_000
/** What stays of a first test mail if the server stops in the middle. */
const UNSENT = 'Your test email wasn’t sent. Send it again.'

export async function readGoLive(kit: CheckKit, siteId: number): Promise<Wire> {
  return wire(kit, await inSite(kit.pool, siteId, (db) => readFacts(db, kit, siteId)))
}

/** Runs the tests, all at once and outside any transaction, and keeps their results. */
export async function runChecks(kit: CheckKit, actor: Staff, only: Check | undefined): Promise<Wire> {
  const { siteId } = actor
  const read = await inSite(kit.pool, siteId, (db) => readFacts(db, kit, siteId))
  const is = (check: Check) => only === undefined || only === check
  const [hosts, payments, carriers] = await Promise.all([
    is('hosts') ? checkHosts(kit, read.site) : [],
    is('payments') ? checkPayments(kit, read) : [],
    is('carriers') ? checkCarriers(kit, read.site, actor, read) : [],
    is('mail') && checkMailRecords(kit, actor, read),
  ])
  const at = kit.now()
  const checks = [...hosts, ...payments, ...carriers].map((check) => ({ ...check, at }))
  await inSite(kit.pool, siteId, (db) => keepChecks(db, siteId, checks))
  return readGoLive(kit, siteId)
}

/** @throws {Refusal} `too_many_requests` */
export async function sendMeATest(kit: CheckKit, actor: Staff): Promise<Wire> {
  const { siteId } = actor
  const at = kit.now()
  const read = await inSite(kit.pool, siteId, async (db) => {
    await lockUntilCommit(db, siteId, 'test_mail')
    const facts = await readFacts(db, kit, siteId)
    if (kit.config.mail === undefined) return facts
    const last = facts.checks.get('test_mail')
    const waitMs = last === undefined ? 0 : last.at.getTime() + MAIL_EVERY_MS - at.getTime()
    if (waitMs > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(waitMs / 1_000) })
    // Before it's sent, so that of several requests at the same moment one sends.
    const unsent = { name: 'test_mail', tested: facts.mail.tested, works: false, words: UNSENT }
    await keepChecks(db, siteId, [{ ...(last ?? unsent), at }])
    return facts
  })
  if (kit.config.mail === undefined) return wire(kit, read)
  const check = await sendTestMail(kit, read.site, actor, read)
  await inSite(kit.pool, siteId, (db) => keepChecks(db, siteId, [{ ...check, at: kit.now() }]))
  return readGoLive(kit, siteId)
}

/**
 * Deletes preview orders and opens the site to customers. Does nothing if it's live already.
 *
 * @throws {Refusal} `not_ready_to_go_live`
 */
export async function goLive(kit: CheckKit, actor: Staff): Promise<Wire> {
  const { siteId } = actor
  const read = await inSite(kit.pool, siteId, (db) => readFacts(db, kit, siteId))
  if (!wire(kit, read).can_go_live && read.site.live_at === null) throw new Refusal('not_ready_to_go_live')
  await moveSite(kit, actor, kit.now())
  return readGoLive(kit, siteId)
}

/**
 * Closes the shop again, for a site that went live by mistake.
 *
 * @throws {Refusal} `site_has_orders`: its customers need it
 */
export async function takeOffline(kit: CheckKit, actor: Staff): Promise<Wire> {
  await moveSite(kit, actor, null)
  return readGoLive(kit, actor.siteId)
}

async function moveSite(kit: CheckKit, { siteId, by }: Staff, liveAt: Date | null): Promise<void> {
  const at = kit.now()
  const left = await inSite(kit.pool, siteId, async (db) => {
    // First of all, because payments of the preview lock the site before their order.
    const { numUpdatedRows } = await db
      .updateTable('sites')
      .set({ live_at: liveAt, updated_at: at })
      .where('id', '=', siteId)
      .where('live_at', liveAt === null ? 'is not' : 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return []
    const to = { actor: by, subject: `site:${siteId}`, at }
    if (liveAt === null) {
      if ((await countOrders(db, siteId)) > 0) throw new Refusal('site_has_orders')
      record(db, siteId, { ...to, event: 'site.offline', facts: {} })
      return []
    }
    const { placed, files } = (await wasLive(db, siteId)) ? NOTHING : await deletePreviewOrders(db, siteId)
    record(db, siteId, { ...to, event: 'site.live', facts: { preview_orders: placed } })
    return files
  })
  // Neither can be undone by a rollback of the request.
  await commitStep()
  kit.sites.forget(siteId)
  for (const key of left) await kit.files.remove(key)
}

const NOTHING: Awaited<ReturnType<typeof deletePreviewOrders>> = { placed: 0, files: [] }

function wire(kit: CheckKit, read: ReadFacts): Wire {
  const lines = goLiveLines(goLiveFacts(read, kit))
  const { site, mail, orders, wasLive: isPreviewOver } = read
  return {
    live_at: site.live_at?.toISOString() ?? null,
    can_go_live: site.live_at === null && lines.every(({ blocks }) => !blocks),
    can_take_offline: site.live_at !== null && orders === 0,
    preview_orders: site.live_at === null && !isPreviewOver ? orders : 0,
    lines: lines.map((line) => ({
      ...line,
      checks: checksOf(line.name, read),
      checked_at: checkedAt(line.name, read),
    })),
    can_send_test_mail: kit.config.mail !== undefined,
    mail_sender: mail.sender,
  }
}

function checksOf(name: GoLiveLineName, { payments, carriers, mail }: ReadFacts): Check[] {
  if (name === 'hosts') return ['hosts']
  if (name === 'payments' && payments.merchants.length > 0) return ['payments']
  if (name === 'carriers' && carriers.some(({ isEnabled }) => isEnabled)) return ['carriers']
  return name === 'mail' && mail.sender !== null ? ['mail'] : []
}

/** The oldest of the results that a line is judged by. */
function checkedAt(name: GoLiveLineName, { site, checks, mail }: ReadFacts): string | null {
  const names: Partial<Record<GoLiveLineName, string[]>> = {
    hosts: site.hosts.map((host) => `host:${host}`),
    payments: ['payments'],
    carriers: ['UPS', 'USPS'],
  }
  if (name === 'mail') return mail.sender?.checked_at ?? checks.get('test_mail')?.at.toISOString() ?? null
  const times = (names[name] ?? []).flatMap((one) => checks.get(one)?.at ?? [])
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString() ?? null
}

import type { LinkedSite } from '@laurel/contract/office-access'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import type { CardLogo } from '../sites/site-records.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { mayBeAnother } from './same-person.ts'
import { enter, type Me, type StaffKit } from './staff.service.ts'
import { siteOfStaffPool, staffPoolId } from './staff-pool.ts'
import { askAccounts } from './staff-refusals.ts'
import { readStaffSession } from './staff-sessions.ts'

/** @see docs/decisions/0060-staff-switch-between-sites.md */
export type SwitchKit = StaffKit & Pick<Kit, 'sites'>
type Proof = { ticket: string; verifier: string }

/** The organization's other sites where this person works. */
export async function listOtherSites(
  { pool, staffPools }: SwitchKit,
  { session }: Staff,
  site: SiteRow,
  origin: string,
): Promise<z.input<typeof LinkedSite>[]> {
  if (session === undefined) throw new Refusal('sign_in_required')
  const others = await pool
    .selectFrom('sites')
    .select(['id', 'name', 'hosts', 'site_primary_color', 'site_secondary_color', 'card_mark'])
    .where('organization_id', '=', site.organization_id)
    .where('id', '<>', site.id)
    .where('id', '>', 0)
    .where('suspended_at', 'is', null)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .execute()
  const accounts = await staffPools.listSwitches(
    session,
    others.map(({ id }) => staffPoolId(id)),
  )
  return others.flatMap(({ id, hosts: [host], card_mark, ...brand }) => {
    const isConnected = accounts.get(staffPoolId(id))
    if (isConnected === undefined || host === undefined) return []
    const url = addressOn(origin, host).origin
    return { ...brand, host, url, card_mark: card_mark as CardLogo, is_connected: isConnected }
  })
}

/**
 * Begins on the site that staff go to, so that only the browser that asked can use the ticket.
 *
 * @throws {Refusal} `not_found` for a host of another organization
 */
export async function startArrival(kit: SwitchKit, site: SiteRow, from: string, origin: string) {
  const source = await readOther(kit, site, from)
  const { verifier, challenge } = kit.staffPools.makeVerifier()
  const url = addressOn(origin, source.host, '/office/switch')
  url.search = new URLSearchParams({ to: new URL(origin).hostname, challenge }).toString()
  return { verifier, url: url.href }
}

/**
 * Makes a ticket, on the site that staff come from. An account that others may be able to use gets none: its person
 * signs in.
 *
 * @throws {Refusal} `not_found` for a host of another organization, or of a site where the person doesn't work
 */
export async function switchSite(
  kit: SwitchKit,
  { session, by }: Staff,
  site: SiteRow,
  { to, challenge, origin }: { to: string; challenge: string; origin: string },
): Promise<{ url: string }> {
  if (session === undefined) throw new Refusal('sign_in_required')
  const target = await readOther(kit, site, to)
  const poolId = staffPoolId(target.site.id)
  if (!(await kit.staffPools.listSwitches(session, [poolId])).has(poolId)) throw new Refusal('not_found')
  const url = addressOn(origin, target.host, '/office/arrive')
  const at = kit.now()
  const isTheirs =
    !session.mustChangePassword &&
    !(await inSite(kit.pool, site.id, (db) => mayBeAnother(db, site.id, by, at)))
  const started = isTheirs ? await kit.staffPools.startSwitch(session, poolId, challenge) : undefined
  if (started?.isConnected) await note(kit, site.id, by, 'staff.switched_to', { to: target.site.name })
  url.hash = started?.ticket ?? ''
  return { url: url.href }
}

/**
 * Opens a session by a ticket, in place of the one that this browser may have here.
 *
 * @throws {Refusal} `sign_in_required` if the ticket is used, expired, or meant for another site or browser
 */
export async function finishArrival(
  kit: SwitchKit,
  site: SiteRow,
  proof: Proof,
  former: string | undefined,
): Promise<{ me: Me; token: string }> {
  const opened = await askAccounts(
    () => kit.staffPools.finishSwitch(staffPoolId(site.id), proof, former),
    async () => {
      if (former !== undefined) await connectOpen(kit, site, proof, former)
      return new Refusal('sign_in_required')
    },
  )
  const me = await enter(kit, site, { ...opened, mustChangePassword: false })
  const from = await siteNameOf(kit, opened.fromPool)
  await note(kit, site.id, `staff:${me.id}`, 'staff.switched_from', { from })
  return { me, token: opened.token }
}

/** A person who is signed in here needs no other sign-in to connect. */
async function connectOpen(kit: SwitchKit, site: SiteRow, proof: Proof, token: string): Promise<void> {
  const session = await kit.staffPools.readSession(staffPoolId(site.id), token)
  if (session === undefined) return
  const { staffId } = await readStaffSession(kit, site.id, token)
  await connectArrival(kit, site, proof, { sub: session.sub, token, staffId: staffId! })
}

/** Connects the account that was just signed in to with the one on the site that the browser came from. */
export async function connectArrival(
  kit: SwitchKit,
  site: SiteRow,
  proof: Partial<Proof>,
  opened: { sub: string; token: string; staffId: number },
): Promise<void> {
  const { ticket, verifier } = proof
  if (!ticket || !verifier) return
  const came = await kit.staffPools.connect(staffPoolId(site.id), { ticket, verifier }, opened)
  const siteId = came && siteOfStaffPool(came.fromPool)
  if (siteId === undefined) return
  const from = await siteNameOf(kit, came!.fromPool)
  await note(kit, site.id, `staff:${opened.staffId}`, 'staff.site_connected', { from })
  const there = await inSite(kit.pool, siteId, (db) =>
    db
      .selectFrom('staff_accounts')
      .select('id')
      .where('site_id', '=', siteId)
      .where('identity_subject', '=', came!.sub)
      .executeTakeFirstOrThrow(),
  )
  await note(kit, siteId, `staff:${there.id}`, 'staff.site_connected', { to: site.name })
}

/** The site of a host, which must be another one of the same organization, and not suspended. */
async function readOther({ sites }: SwitchKit, here: SiteRow, given: string) {
  const site = await sites.readByHost(given).catch((cause: unknown) => {
    throw cause instanceof Refusal ? new Refusal('not_found') : cause
  })
  const isOther = site.organization_id === here.organization_id && site.id !== here.id
  if (!isOther || site.suspended_at !== null) throw new Refusal('not_found')
  return { site, host: site.hosts.find((host) => host === given.toLowerCase()) ?? site.hosts[0]! }
}

/** With the protocol and port of the caller's page. */
function addressOn(origin: string, host: string, path = '/'): URL {
  const url = new URL(path, origin)
  url.hostname = host
  return url
}

async function siteNameOf({ pool }: SwitchKit, poolId: string): Promise<string> {
  return (await findSite(pool, siteOfStaffPool(poolId) ?? 0))?.name ?? ''
}

function note(
  { pool, now }: SwitchKit,
  siteId: number,
  actor: string,
  event: AuditEventName,
  facts: AuditFacts,
): Promise<void> {
  return inSite(pool, siteId, async (db) =>
    record(db, siteId, { actor, event, subject: actor, facts, at: now() }),
  )
}

import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { assertNoProblems, type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import type { Operator } from '../../http/actor.ts'
import { isTimeZone } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { siteAddress } from '../checkout/provider-report.ts'
import {
  type CreateSiteKit,
  createOrganization,
  createSite,
  findSiteOfHost,
  freeSlug,
  lockSites,
  readHost,
} from '../setup/create-site.ts'
import { starterSite } from '../setup/starter-site.ts'
import { ensurePool } from '../sites/accounts-pools.ts'
import type { AccountsRecord } from '../sites/site-records.ts'
import { addMember } from '../staff/people.repo.ts'
import { logPlatform } from '../staff/platform-log.ts'

export type PlatformKit = Pick<Kit, 'pool' | 'now' | 'sites' | 'jobs'> &
  CreateSiteKit & { config: Pick<Config, 'publicOrigin' | 'rateLimitPerMinute' | 'backup' | 'databaseUrl'> }

export function addOrganization(
  { pool, now }: PlatformKit,
  { by }: Operator,
  name: string,
): Promise<{ id: number }> {
  return pool.transaction().execute(async (db) => {
    await lockSites(db)
    const id = await createOrganization(db, name)
    await logPlatform(db, {
      actor: by,
      event: 'organization.created',
      subject: `organization:${id}`,
      facts: { name },
      at: now(),
    })
    return { id }
  })
}

type Entered = {
  organizationId: number
  siteName: string
  host: string
  timeZone: string
  ownerName: string
  ownerEmail: string
}

/**
 * Adds a site to an organization, with an owner who gets a one-time password.
 *
 * @throws {Refusal} `not_found` without the organization; `validation_failed` at the fields, also for a host that
 * another site has
 */
export async function addSite(kit: PlatformKit, { by }: Operator, entered: Entered) {
  const { pool, staffPools, now } = kit
  const { organizationId, siteName, timeZone, ownerName } = entered
  const email = normalizeEmail(entered.ownerEmail)
  const { password, kept } = await staffPools.makeOneTimePassword()
  const at = now()
  const made = await pool.transaction().execute(async (db) => {
    await lockSites(db)
    const organization = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .executeTakeFirst()
    if (organization === undefined) throw new Refusal('not_found')
    const problems: FieldProblem[] = []
    const host = await judgeHost(db, entered.host, undefined, 'host', problems)
    if (!isTimeZone(timeZone))
      problems.push(wrong('timeZone', 'Choose a time zone, such as America/Chicago.'))
    if (!isEmail(email)) problems.push(wrong('ownerEmail', EMAIL_INVALID))
    assertNoProblems(problems)

    const slug = await freeSlug(db, 'sites', siteName)
    const site = starterSite({ slug, name: siteName, host, supportEmail: email, timeZone })
    const id = await createSite(db, kit, organizationId, site)
    const owner = { email, name: ownerName, role: 'owner' } as const
    const row = await addMember(db, staffPools, id, { ...owner, kept, isTemporary: true })
    record(db, id, {
      actor: by,
      event: 'staff.created',
      subject: `staff:${row!.id}`,
      facts: { role: owner.role },
      at,
    })
    await logPlatform(db, {
      actor: by,
      event: 'site.created',
      subject: `site:${id}`,
      facts: { name: siteName, host },
      at,
    })
    return { id, host }
  })
  kit.sites.forget(made.id)
  return {
    id: made.id,
    office_url: siteAddress(kit.config.publicOrigin, made.host, '/office/'),
    owner_password: password,
  }
}

/** @throws {Refusal} `not_found` */
export async function setSuspended(
  kit: PlatformKit,
  { by }: Operator,
  id: number,
  suspension: { reason: string } | undefined,
): Promise<void> {
  const at = kit.now()
  await kit.pool.transaction().execute(async (db) => {
    const site = await db
      .updateTable('sites')
      .set({ suspended_at: suspension === undefined ? null : at })
      .where('id', '=', id)
      .where('suspended_at', suspension === undefined ? 'is not' : 'is', null)
      .returning(['slug', 'accounts', 'suspended_at'])
      .executeTakeFirst()
    if (site === undefined) return assertSite(db, id)
    const accounts = site.accounts as AccountsRecord
    if (kit.identity !== undefined) await ensurePool(kit.identity, { ...site, accounts }, db)
    const event = suspension === undefined ? 'site.resumed' : 'site.suspended'
    await logPlatform(db, { actor: by, event, subject: `site:${id}`, facts: { ...suspension }, at })
  })
  kit.sites.forget(id)
}

/** @throws {Refusal} `not_found`; `validation_failed` for hosts that no site can have, or that another has */
export async function setHosts(kit: PlatformKit, { by }: Operator, id: number, typed: readonly string[]) {
  const hosts = await kit.pool.transaction().execute(async (db) => {
    await lockSites(db)
    await assertSite(db, id)
    const problems: FieldProblem[] = []
    const judged: string[] = []
    for (const one of typed) judged.push(await judgeHost(db, one, id, 'hosts', problems))
    assertNoProblems(problems)
    const next = [...new Set(judged)]
    await db
      .updateTable('sites')
      .set(({ eb }) => ({ hosts: next, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await logPlatform(db, {
      actor: by,
      event: 'site.hosts_changed',
      subject: `site:${id}`,
      facts: { hosts: next.join(', ') },
      at: kit.now(),
    })
    return next
  })
  kit.sites.forget(id)
  return { hosts }
}

async function assertSite(db: Db, id: number): Promise<void> {
  const site = await db.selectFrom('sites').select('id').where('id', '=', id).executeTakeFirst()
  if (site === undefined) throw new Refusal('not_found')
}

/** @param own the site that may have it */
async function judgeHost(
  db: Db,
  typed: string,
  own: number | undefined,
  field: string,
  problems: FieldProblem[],
): Promise<string> {
  const read = readHost(typed)
  if ('problem' in read) {
    problems.push(wrong(field, read.problem))
    return ''
  }
  const taken = await findSiteOfHost(db, read.host)
  if (taken !== undefined && taken.id !== own) {
    problems.push(wrong(field, `${read.host} is already an address of ${taken.name}. Remove it there first.`))
  }
  return read.host
}

function wrong(field: string, message: string): FieldProblem {
  return { field, code: 'wrong', message }
}

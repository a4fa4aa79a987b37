import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { assertNoProblems, type FieldProblem, Refusal } from '@laurel/domain/refusal'
import { CognitoError } from '@laurel/identity'
import type { Db } from '../../database/database.ts'
import { isTimeZone } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { addOperator } from '../staff/operators.ts'
import { addMember } from '../staff/people.repo.ts'
import { assertStaffPassword } from '../staff/staff-pool.ts'
import {
  type CreateSiteKit,
  createOrganization,
  createSite,
  freeSlug,
  lockSites,
  readHost,
} from './create-site.ts'
import { countSetupTry, hasOrganizations, readSetupLink } from './setup-links.ts'
import { starterSite } from './starter-site.ts'

export type SetupKit = Pick<Kit, 'pool' | 'now' | 'sites'> & CreateSiteKit

/** The values that an operator enters, on the setup page or for `npm run setup`. */
export type Entered = {
  organizationName: string
  timeZone: string
  siteName: string
  host: string
  ownerName: string
  ownerEmail: string
  password: string
}

/** @throws {Refusal} as `readSetupLink` does */
export async function openSetupLink({ pool, now }: SetupKit, token: string): Promise<Date> {
  return counted(pool, () => readSetupLink(pool, token, now()))
}

/**
 * Creates the organization, its first site, and the owner: all or nothing.
 *
 * @param token of the setup link; without one, for a person at the server's command line
 * @returns the site's host
 * @throws {Refusal} `validation_failed` at the fields; `already_set_up`, also for the slower of two;
 * `setup_link_over`
 */
export async function createInstallation(
  kit: SetupKit,
  entered: Entered,
  token: string | undefined,
): Promise<{ host: string }> {
  const { pool, now, staffPools } = kit
  // Before validation, so that a stranger learns nothing from the answers.
  if (token !== undefined) await openSetupLink(kit, token)
  const { host, email } = judge(kit, entered)
  const kept = await staffPools.hashPassword(entered.password)
  const siteId = await pool.transaction().execute(async (db) => {
    await lockSites(db)
    if (token !== undefined) await readSetupLink(db, token, now())
    if (await hasOrganizations(db)) throw new Refusal('already_set_up')
    await db.deleteFrom('setup_links').execute()
    const id = await addFirstSite(db, kit, { ...entered, host, ownerEmail: email })
    const owner = { email, name: entered.ownerName, role: 'owner' } as const
    // The first operator, too: with this password, and an authenticator app for each of the two areas.
    await addOperator(db, staffPools, { email, name: entered.ownerName, kept, isTemporary: false })
    const row = await addMember(db, staffPools, id, { ...owner, kept, isTemporary: false })
    record(db, id, {
      actor: 'operator',
      event: 'staff.created',
      subject: `staff:${row!.id}`,
      facts: { role: owner.role },
      at: now(),
    })
    return id
  })
  kit.sites.forget(siteId)
  return { host }
}

async function addFirstSite(db: Db, kit: SetupKit, entered: Entered): Promise<number> {
  const organizationId = await createOrganization(db, entered.organizationName)
  const site = starterSite({
    slug: await freeSlug(db, 'sites', entered.siteName),
    name: entered.siteName,
    host: entered.host,
    supportEmail: entered.ownerEmail,
    timeZone: entered.timeZone,
  })
  return createSite(db, kit, organizationId, site)
}

/** Wrong tokens are counted for all callers together. */
async function counted<T>(pool: SetupKit['pool'], read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'setup_link_over') await countSetupTry(pool)
    throw cause
  }
}

function judge({ staffPools }: SetupKit, entered: Entered): { host: string; email: string } {
  const problems: FieldProblem[] = []
  const refuse = (field: keyof Entered, message: string) => problems.push({ field, code: 'wrong', message })
  for (const field of ['organizationName', 'siteName', 'ownerName'] as const) {
    if (entered[field].trim() === '') refuse(field, 'This field is required')
  }
  const read = readHost(entered.host)
  if ('problem' in read) refuse('host', read.problem)
  if (!isTimeZone(entered.timeZone)) refuse('timeZone', 'Choose a time zone, such as America/Chicago.')
  const email = normalizeEmail(entered.ownerEmail)
  if (!isEmail(email)) refuse('ownerEmail', EMAIL_INVALID)
  try {
    assertStaffPassword(staffPools, entered.password, email)
  } catch (cause) {
    if (!(cause instanceof CognitoError)) throw cause
    refuse('password', cause.message)
  }
  assertNoProblems(problems)
  return { host: 'host' in read ? read.host : '', email }
}

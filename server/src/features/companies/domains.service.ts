import { randomBytes } from 'node:crypto'
import type { getCompanyJoining } from '@laurel/contract/company-domains'
import {
  afterCheck,
  CHECK_AGAIN_AFTER_SECONDS,
  type DomainOutcome,
  graceEnds,
  type JoinMode,
  MAX_COMPANY_DOMAINS,
  readCompanyDomain,
  verificationRecord,
} from '@laurel/domain/company-domains'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { lockUntilCommit } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { assertMayGive, changeCompany, noteChange } from './change-company.ts'
import { type InCompany, inCompany, lockPeople } from './companies.repo.ts'
import {
  changeJoining,
  type DomainRow,
  deleteDomain,
  findDomain,
  findHolder,
  insertDomain,
  listDomains,
  listJoinRequests,
  readDomain,
  readJoining,
  saveChecked,
  setAsked,
} from './domains.repo.ts'
import { readRole } from './roles.repo.ts'

export type DomainKit = Pick<Kit, 'pool' | 'now' | 'resolveTxt'>
type JoiningWire = z.input<typeof getCompanyJoining.response>

/** @throws {Refusal} `registration_incomplete` */
export function readOwnJoining({ pool }: DomainKit, actor: Customer): Promise<JoiningWire> {
  const own = inCompany(actor)
  return inSite(pool, own.siteId, (db) => joiningWire(db, own))
}

/** @throws {Refusal} `not_allowed`; `role_above_own`; `validation_failed` */
export function editJoining(
  kit: DomainKit,
  actor: Customer,
  given: { mode?: JoinMode | undefined; role?: string | undefined },
): Promise<JoiningWire> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const before = await readJoining(db, idsOf(own))
    const mode = given.mode ?? before.mode
    const role = await readRole(db, own, given.role ?? before.role)
    // Opening the company also gives the role that someone else had chosen.
    if (mode !== 'off' || given.role !== undefined) assertMayGive(own.role, role)
    if (mode !== before.mode || role.role !== before.role) {
      const roleBefore = await readRole(db, own, before.role)
      await changeJoining(db, idsOf(own), { join_by_domain: mode, join_role: role.role })
      noteChange(db, kit, own, 'company.joining_changed', {
        joining_old: before.mode,
        joining_new: mode,
        role_old: roleBefore.name,
        role_new: role.name,
      })
    }
    return joiningWire(db, own)
  })
}

/**
 * Adds a domain, which counts once its record is found.
 *
 * @throws {Refusal} `not_allowed`; `role_above_own`; `limit_exceeded`; `validation_failed`
 */
export function addDomain(kit: DomainKit, actor: Customer, typed: string): Promise<JoiningWire> {
  const read = readCompanyDomain(typed)
  if ('problem' in read) {
    throw new Refusal('validation_failed', {}, [{ field: 'domain', code: 'wrong', message: read.problem }])
  }
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const { role } = await readJoining(db, idsOf(own))
    // Its people get the role: the owner of a domain could give it to themselves.
    assertMayGive(own.role, await readRole(db, own, role))
    const domains = await listDomains(db, own)
    if (!domains.some(({ domain }) => domain === read.domain)) {
      if (domains.length >= MAX_COMPANY_DOMAINS) {
        throw new Refusal('limit_exceeded', {
          limit: MAX_COMPANY_DOMAINS,
          of: /*i18n*/ '{limit, number} domains',
        })
      }
      const at = kit.now()
      const proof = { askedAt: at, verifiedAt: null, missingSince: null }
      const { nextCheckAt } = afterCheck(proof, 'missing', at)
      const token = randomBytes(8)
        .toString('hex')
        .replaceAll(/(.{4})(?=.)/g, '$1-')
      await insertDomain(db, own, { domain: read.domain, token, asked_at: at, nextCheckAt })
      noteChange(db, kit, own, 'company.domain_added', { domain: read.domain })
    }
    return joiningWire(db, own)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function removeDomain(kit: DomainKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const row = await readDomain(db, own, id)
    await deleteDomain(db, row)
    noteChange(db, kit, own, 'company.domain_removed', { domain: row.domain })
  })
}

/**
 * Looks for a domain's record now, outside any transaction.
 *
 * @throws {Refusal} `not_allowed`; `not_found`; `too_many_requests` a moment after the last time
 */
export async function checkNow(kit: DomainKit, actor: Customer, id: number): Promise<JoiningWire> {
  const row = await changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const found = await readDomain(db, own, id)
    const at = kit.now()
    const waitMs = found.asked_at.getTime() + CHECK_AGAIN_AFTER_SECONDS * 1000 - at.getTime()
    if (waitMs > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
    await setAsked(db, found, at)
    return found
  })
  await checkDomain(kit, row)
  return readOwnJoining(kit, actor)
}

/** Asks DNS for a domain's record, and keeps what it said. */
export async function checkDomain(
  kit: DomainKit,
  { site_id: siteId, company_id: companyId, id, domain, token }: DomainRow,
): Promise<void> {
  const found = await findRecord(kit, domain, verificationRecord(token))
  await inSite(kit.pool, siteId, async (db) => {
    // The company first, as when someone joins or removes the domain.
    await lockPeople(db, siteId, companyId)
    const row = await findDomain(db, siteId, id)
    // Removed in the meantime.
    if (row === undefined) return
    const outcome = found === 'found' ? await take(db, row) : found
    const at = kit.now()
    const before = { askedAt: row.asked_at, verifiedAt: row.verified_at, missingSince: row.missing_since }
    const after = afterCheck(before, outcome, at)
    await saveChecked(db, row, { ...after, outcome, at })
    const isVerified = after.verifiedAt !== null
    if (isVerified === (row.verified_at !== null)) return
    record(db, siteId, {
      actor: 'system',
      event: isVerified ? 'company.domain_verified' : 'company.domain_lost',
      subject: `company:${companyId}`,
      facts: { domain },
      at,
    })
  })
}

async function findRecord({ resolveTxt }: DomainKit, domain: string, wanted: string): Promise<DomainOutcome> {
  try {
    const texts = await resolveTxt(domain)
    return texts.some((pieces) => pieces.join('').trim() === wanted) ? 'found' : 'missing'
  } catch (cause) {
    const { code } = cause as { code?: string }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unreachable'
  }
}

/** One company has a domain: of two that prove it at once, one waits for the other here. */
async function take(db: Db, { site_id: siteId, company_id, domain }: DomainRow): Promise<'found' | 'taken'> {
  await lockUntilCommit(db, siteId, `company-domain:${domain}`)
  const holder = await findHolder(db, siteId, domain)
  return holder === undefined || holder === company_id ? 'found' : 'taken'
}

async function joiningWire(db: Db, own: InCompany): Promise<JoiningWire> {
  const { mode, role } = await readJoining(db, idsOf(own))
  const domains = await listDomains(db, own)
  const requests = await listJoinRequests(db, own)
  return {
    mode,
    role,
    domains: domains.map((row) => ({
      id: row.id,
      domain: row.domain,
      record: verificationRecord(row.token),
      is_verified: row.verified_at !== null,
      outcome: row.outcome,
      checked_at: row.checked_at?.toISOString() ?? null,
      is_watched: row.next_check_at !== null,
      verified_until: row.missing_since && graceEnds(row.missing_since).toISOString(),
    })),
    requests: requests.map(({ id, first_name, last_name, email, at }) => ({
      id,
      name: `${first_name} ${last_name}`.trim(),
      email,
      asked_at: at.toISOString(),
    })),
  }
}

function idsOf({ siteId, company }: InCompany) {
  return { siteId, companyId: company.id }
}

import { isEmail } from './email.ts'
import { isPublicMailDomain } from './public-mail-domains.ts'

/** How people with an address at a company's domain join it. */
export const JOIN_MODES = ['off', 'approval', 'open'] as const
export type JoinMode = (typeof JOIN_MODES)[number]

export const JOIN_MODE_WORDS: Readonly<Record<JoinMode, string>> = {
  off: /*i18n*/ 'Off',
  approval: /*i18n*/ 'After approval',
  open: /*i18n*/ 'Immediately',
}

export const MAX_COMPANY_DOMAINS = 10

/** Requests to join that wait for one company at the same time. */
export const MAX_JOIN_REQUESTS = 200

/** A domain is checked on request only after this time. */
export const CHECK_AGAIN_AFTER_SECONDS = 10

/** How long a verified domain's record can be missing. */
const GRACE_DAYS = 7

/** Who was declined can ask again after this time. */
export const ASK_AGAIN_AFTER_DAYS = 7

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A record that was just added takes a while to be seen everywhere. */
const CHECKED_OFTEN_MS = 3 * DAY_MS

/**
 * Reads a domain as people type it: `Halden.example`, `@halden.example`, or as part of an address.
 *
 * @returns the problem, for the field, if no company can have it
 */
export function readCompanyDomain(typed: string): { domain: string } | { problem: string } {
  const domain = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^.*@/, '')
    .replace(/\.$/, '')
  if (!isEmail(`a@${domain}`)) return { problem: 'Enter a domain, such as halden.example.' }
  if (isPublicMailDomain(domain)) {
    return { problem: `Anyone can get an address at ${domain}. Enter your company’s own domain.` }
  }
  return { domain }
}

/** The domain of an address. Only the exact domain counts: `us.halden.example` isn't `halden.example`. */
export function domainOfEmail(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** The DNS TXT record that proves a domain. */
export function verificationRecord(token: string): string {
  return `laurel-verify=${token}`
}

/** What a check finds. `taken` is a record that was found while another company has the domain. */
export const DOMAIN_OUTCOMES = ['found', 'missing', 'unreachable', 'taken'] as const
export type DomainOutcome = (typeof DOMAIN_OUTCOMES)[number]

type DomainProof = {
  /** When the check was last asked for. */
  askedAt: Date
  verifiedAt: Date | null
  missingSince: Date | null
}

export type CheckedDomain = DomainProof & {
  /** Null once it's checked on request only. */
  nextCheckAt: Date | null
}

/** What a check changes. A name server that doesn't answer says nothing about the record. */
export function afterCheck(before: DomainProof, outcome: DomainOutcome, at: Date): CheckedDomain {
  const after = (ms: number) => new Date(at.getTime() + ms)
  if (outcome === 'found') {
    return { ...before, verifiedAt: before.verifiedAt ?? at, missingSince: null, nextCheckAt: after(DAY_MS) }
  }
  if (before.verifiedAt === null) {
    const isNew = at.getTime() - before.askedAt.getTime() < CHECKED_OFTEN_MS
    const often = isNew ? after(10 * MINUTE_MS) : null
    // The record is there: the domain can be free tomorrow.
    return { ...before, nextCheckAt: outcome === 'taken' ? after(DAY_MS) : often }
  }
  if (outcome === 'unreachable') return { ...before, nextCheckAt: after(HOUR_MS) }
  const missingSince = before.missingSince ?? at
  if (at < graceEnds(missingSince)) return { ...before, missingSince, nextCheckAt: after(HOUR_MS) }
  return { askedAt: at, verifiedAt: null, missingSince: null, nextCheckAt: after(10 * MINUTE_MS) }
}

/** When a domain whose record is missing is no longer verified. */
export function graceEnds(missingSince: Date): Date {
  return new Date(missingSince.getTime() + GRACE_DAYS * DAY_MS)
}

export type JoinRequestState = 'open' | 'declined' | 'left'

/**
 * How a person whose address is at a company's domain joins it. Who asked, was declined, or isn't in it any
 * longer never joins at once.
 *
 * @returns undefined if they can't
 */
export function waysToJoin(
  mode: JoinMode,
  before: { state: JoinRequestState; at: Date } | undefined,
  at: Date,
): 'at_once' | 'after_approval' | undefined {
  if (mode === 'off' || (before?.state === 'declined' && at < canAskAgain(before.at))) return undefined
  return mode === 'open' && before === undefined ? 'at_once' : 'after_approval'
}

/** When a person who was declined can ask again. */
function canAskAgain(declinedAt: Date): Date {
  return new Date(declinedAt.getTime() + ASK_AGAIN_AFTER_DAYS * DAY_MS)
}

/**
 * When admins are mailed about requests: at most once a day, and some minutes after the first, so that one mail
 * counts those that come together.
 *
 * @param lastAt when they were last mailed, or will be
 * @returns undefined if a mail is on its way
 */
export function joinMailAt(lastAt: Date | null, at: Date): Date | undefined {
  if (lastAt !== null && lastAt > at) return undefined
  const soon = at.getTime() + 5 * MINUTE_MS
  return new Date(Math.max(soon, lastAt === null ? 0 : lastAt.getTime() + DAY_MS))
}

import type { DeliveryStatus } from './delivery-status.ts'
import { plain } from './duplicates.ts'
import { formatDollars } from './money.ts'

/** What a card is to its person: money they have, money that waits for them, or money that went back. */
export const CARD_COUNTS = ['received', 'unclaimed', 'refunded'] as const
export type CountsAs = (typeof CARD_COUNTS)[number]

/** Said wherever the totals are. */
export const NO_TAX_ADVICE = /*i18n*/ 'A count, not tax advice.'

/** Why two ways to name a person are one person, the surest first. */
export const JOIN_REASONS = ['employee_number', 'email', 'name_address', 'hand'] as const
export type JoinReason = (typeof JOIN_REASONS)[number]

export const JOIN_REASON_WORDS: Readonly<Record<JoinReason, string>> = {
  employee_number: /*i18n*/ 'Same employee number',
  email: /*i18n*/ 'Same email',
  name_address: /*i18n*/ 'Same name and address',
  hand: /*i18n*/ 'Joined by hand',
}

/** The W-9 didn't exist before. */
export const FIRST_W9_DAY = '1984-01-01'

/** Whether the form on which a contractor says who they are was asked for. The form itself isn't kept. */
export const W9_STATUSES = ['not_asked', 'asked', 'received'] as const
export type W9Status = (typeof W9_STATUSES)[number]

export const W9_WORDS: Readonly<Record<W9Status, string>> = {
  not_asked: /*i18n*/ 'Not requested',
  asked: /*i18n*/ 'Requested',
  received: /*i18n*/ 'Received',
}

export const YEAR_END_FILTERS = ['all', 'over', 'near', 'employees'] as const
export type YearEndFilter = (typeof YEAR_END_FILTERS)[number]

/** From this part of the threshold on, a person is near it. */
const NEAR_PERCENT = 80

/** From how much on people are near a threshold, in cents. */
export function nearCents(thresholdCents: number): number {
  return Math.ceil((thresholdCents * NEAR_PERCENT) / 100)
}

/** From a tax year on, this much or more must be reported. */
export type TaxYear = { year: number; form1099Cents: number }

/** The threshold of a year: its own, or that of the last year before it that has one. In cents. */
export function thresholdOf(years: readonly TaxYear[], year: number): number | undefined {
  return years.filter((one) => one.year <= year).sort((a, b) => b.year - a.year)[0]?.form1099Cents
}

type Times = Readonly<Record<'sentAt' | 'claimedAt' | 'mailedAt', Date | null>> & { createdAt: Date }

/**
 * What a card counts as, and when. A digital card is received when it's claimed, a mailed one when it's mailed; a returned
 * letter waits again. Others count when they were sent.
 *
 * @returns undefined for a card that another one replaced
 */
export function cardCount(
  status: DeliveryStatus,
  { sentAt, claimedAt, mailedAt, createdAt }: Times,
): { countsAs: CountsAs; at: Date } | undefined {
  const sent = sentAt ?? mailedAt ?? createdAt
  switch (status) {
    case 'claimed':
      return { countsAs: 'received', at: claimedAt ?? sent }
    case 'mailed':
    case 'delivered':
      return { countsAs: 'received', at: mailedAt ?? sent }
    case 'cancelled':
      return { countsAs: 'refunded', at: sent }
    case 'replaced':
      return undefined
    default:
      return { countsAs: 'unclaimed', at: sent }
  }
}

/** What tells whether two ways to name a person are one person. */
export type Named = {
  firstName: string
  lastName: string
  mailKey: number | null
  postKey: number | null
  employeeNumber: string
}

/**
 * Why two people look like one; undefined if they don't. An email that two names share, such as office@, joins those that
 * have a word of their names in common.
 */
export function joinReason(one: Named, other: Named): JoinReason | undefined {
  const [own, theirs] = [one.employeeNumber, other.employeeNumber]
  if (own !== '' && own === theirs) return 'employee_number'
  if (own !== '' && theirs !== '') return undefined
  if (one.mailKey !== null && one.mailKey === other.mailKey && sharesWord(one, other)) return 'email'
  if (one.postKey !== null && one.postKey === other.postKey) return 'name_address'
  return undefined
}

/** An email with more names is an inbox that people share: it joins no one. */
export const MAX_NAMES_OF_EMAIL = 20

function sharesWord(one: Named, other: Named): boolean {
  const [own, theirs] = [wordsOf(one), wordsOf(other)]
  return own.length === 0 || theirs.length === 0 || own.some((word) => theirs.includes(word))
}

/** Initials tell no one apart. */
function wordsOf({ firstName, lastName }: Named): string[] {
  return plain(`${firstName} ${lastName}`)
    .split(' ')
    .filter((word) => word.length > 1)
}

/** A place in the tree of a person, whose root has the person's ID. */
export type Member = {
  id: number
  personId: number
  joinedTo: number | null
  joinedWhy: JoinReason | null
  /** Members that it isn't joined to again. Each says so of the other. */
  apartFrom: readonly number[]
  /** What each person had before the join, for undo; null for a root, and for joins older than this record. */
  marks: MarksOfJoin | null
}

/** Whether a join of two people was undone. */
export function areApart(one: readonly Member[], other: readonly Member[]): boolean {
  const others = new Set(other.map(({ id }) => id))
  return one.some(({ apartFrom }) => apartFrom.some((id) => others.has(id)))
}

/**
 * Joins a person to another one.
 *
 * @param own all members of the person that is joined, whose tree turns so that `from` is its root
 * @returns these members as they are then
 */
export function joined<M extends Member>(
  own: readonly M[],
  from: number,
  to: Member,
  why: JoinReason,
  marks: MarksOfJoin,
): M[] {
  const changed = new Map(own.map((member) => [member.id, { ...member, personId: to.personId }]))
  const byId = new Map(own.map((member) => [member.id, member]))
  let link: { to: number; why: JoinReason | null; marks: MarksOfJoin | null } = { to: to.id, why, marks }
  for (let next = byId.get(from); next !== undefined; ) {
    const place = { personId: to.personId, joinedTo: link.to, joinedWhy: link.why, marks: link.marks }
    changed.set(next.id, { ...next, ...place })
    link = { to: next.id, why: next.joinedWhy, marks: turned(next.marks) }
    next = next.joinedTo === null ? undefined : byId.get(next.joinedTo)
  }
  return [...changed.values()]
}

function turned(marks: MarksOfJoin | null): MarksOfJoin | null {
  return marks && { ...marks, kept: marks.other, other: marks.kept }
}

/** Forgets that joins of two people were undone: they're joined by hand. */
export function reconciled<M extends Member>(one: readonly M[], other: readonly Member[]): M[] {
  const others = new Set(other.map(({ id }) => id))
  return one.map((member) => ({ ...member, apartFrom: member.apartFrom.filter((id) => !others.has(id)) }))
}

/**
 * Undoes the join of a member: with those joined to it, it's a person of its own again.
 *
 * @param all members of the person
 * @returns those that changed; none if the member isn't joined
 */
export function separated<M extends Member>(all: readonly M[], id: number): M[] {
  const cut = all.find((member) => member.id === id)
  const parent = all.find((member) => member.id === cut?.joinedTo)
  if (cut === undefined || parent === undefined) return []
  const below = new Set([id])
  // Members can be in any order: as many rounds as the tree is deep.
  for (let size = 0; size !== below.size; ) {
    size = below.size
    for (const member of all) {
      if (member.joinedTo !== null && below.has(member.joinedTo)) below.add(member.id)
    }
  }
  return [
    { ...parent, apartFrom: [...parent.apartFrom, id] },
    ...all
      .filter((member) => below.has(member.id))
      .map((member) =>
        member.id === id
          ? {
              ...member,
              ...{ personId: id, joinedTo: null, joinedWhy: null, marks: null },
              apartFrom: [...member.apartFrom, parent.id],
            }
          : { ...member, personId: id },
      ),
  ]
}

/** What a company says of a person. */
export type Marks = { isEmployee: boolean; employeeNumber: string; w9: W9Status; w9On: string | null }

/** What it says of two who are one person. */
export function mergedMarks(kept: Marks, other: Marks): Marks {
  const isFurther = W9_STATUSES.indexOf(other.w9) > W9_STATUSES.indexOf(kept.w9)
  const { w9, w9On } = isFurther ? other : kept
  return {
    isEmployee: kept.isEmployee || other.isEmployee,
    employeeNumber: kept.employeeNumber || other.employeeNumber,
    w9,
    w9On,
  }
}

/** What two people had before they were joined, and what they had together. */
export type MarksOfJoin = Readonly<Record<'kept' | 'other' | 'both', Marks>>

export function marksOfJoin(kept: Marks, other: Marks): MarksOfJoin {
  return { kept: onlyMarks(kept), other: onlyMarks(other), both: mergedMarks(kept, other) }
}

function onlyMarks({ isEmployee, employeeNumber, w9, w9On }: Marks): Marks {
  return { isEmployee, employeeNumber, w9, w9On }
}

/** A person's details after a join is undone: those from before it, except for later changes. */
export function marksAfterUndo(now: Marks, { kept, both }: MarksOfJoin): Marks {
  const isSameJob = now.isEmployee === both.isEmployee && now.employeeNumber === both.employeeNumber
  const isSameW9 = now.w9 === both.w9 && now.w9On === both.w9On
  const { isEmployee, employeeNumber } = isSameJob ? kept : now
  const { w9, w9On } = isSameW9 ? kept : now
  return { isEmployee, employeeNumber, w9, w9On }
}

/** Of so many whose name begins with a search, those who received most are found. */
export const MAX_YEAR_END_FOUND = 5_000

/** How many people a warning names. */
export const MAX_WARNED_NAMES = 3

/** `Ana Ruiz would pass $2,000 this year`; undefined if no one would. */
export function warningWords({
  names,
  count,
  thresholdCents,
}: {
  names: readonly string[]
  count: number
  thresholdCents: number
}): string | undefined {
  if (count === 0) return undefined
  const others = count - names.length
  const told = [...names, ...(others > 0 ? [others === 1 ? '1 other' : `${others} others`] : [])]
  return `${NAMES.format(told)} would pass ${formatDollars(thresholdCents)} this year`
}

const NAMES = new Intl.ListFormat('en-US', { type: 'conjunction' })

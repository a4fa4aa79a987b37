import { randomUUID } from 'node:crypto'
import type { Account, Json } from '../customers.ts'
import { GOOD_CARD, newPurchase, type Purchase } from './buyer.ts'

/** A signed-in customer, and the company they act for, if not their own. */
export type Person = { token: string; account: Account; signedInMs: number; companyId?: number | undefined }
/** People of one company, who continue their work after a crash. Orders of the buyer and the newcomer need approval. */
export type Team = {
  companyId: number
  admin: Person
  approver: Person
  buyer: Person
  /** Joins, works, and is removed, again and again. */
  newcomer: Person
  ids: Record<'approver' | 'buyer' | 'newcomer', number>
  work: TeamWork
  /** Requests for approval that were answered, and how. */
  answered: Map<number, 'approved' | 'returned'>
  /** Orders that were changed while they awaited their approval. */
  altered: Set<number>
  /** How often the newcomer was removed. */
  removals: number
  /** How often an open invoice came close to its due day. */
  dueReminders: number
  contradictions: string[]
}

export type Answer = { status: number; body: Json }

/** What the team wants in a round, and how far it is, kept across the server's crashes. */
export type TeamWork = {
  name: string
  joinsBy: 'request' | 'invitation'
  isDeclined: boolean
  /** Whether the approver agrees, by whose order it is. */
  agrees: Record<'newcomer' | 'buyer', boolean>
  /** Whether the buyer's order is changed in the database while it awaits its approval. */
  isAltered: boolean
  /** How the newcomer's order is to be paid: without a page, as they're gone by then. */
  method: 'company_balance' | 'company_terms' | 'self_hosted_check'
  purchase: Purchase
  newcomerOrderId: number | undefined
  /** Whether the newcomer is in the company; unknown while a request is open. */
  isIn: boolean | undefined
  tried: Set<string>
  refused: Map<string, number>
  answers: Map<string, Answer>
}

export function newTeamWork(random: () => number): TeamWork {
  const methods = ['company_balance', 'company_terms', 'self_hosted_check'] as const
  return {
    name: randomUUID(),
    joinsBy: random() < 0.7 ? 'request' : 'invitation',
    isDeclined: random() < 0.3,
    agrees: { newcomer: random() < 0.8, buyer: random() < 0.8 },
    isAltered: random() < 0.25,
    method: methods[Math.floor(random() * methods.length)]!,
    purchase: { ...newPurchase(random, { isCompany: true }), leaves: [], card: GOOD_CARD },
    newcomerOrderId: undefined,
    isIn: undefined,
    tried: new Set(),
    refused: new Map(),
    answers: new Map(),
  }
}

export const isTeamDone = ({ answers, purchase }: TeamWork) =>
  answers.has('removes') && answers.has('answers newcomer') && purchase.isDone

/** One request as a person of the company. @throws if there's no answer */
export async function say(
  origin: string,
  { token, companyId }: Pick<Person, 'token' | 'companyId'>,
  [method, path]: readonly [method: string, path: string],
  body?: object,
  key?: string,
): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${origin}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(companyId !== undefined && { 'laurel-company': `${companyId}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
}

export function emailOf({ account }: Pick<Person, 'account'>): string {
  return account.Username.split('#')[0]!
}

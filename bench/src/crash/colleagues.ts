import type { Json } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import { emailOf, newTeamWork, type Person, say, type Team } from './team.ts'

/** Wide enough for every order of a run: how budgets end at zero is a test of its own. */
const BUDGET_CENTS = 100_000_000_00
/** Some orders on invoice are over it. */
const LIMIT_CENTS = 4_000_00
const ADDRESS = {
  name: 'Dana Whitlock',
  address1: '90 Foundry Road',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}

/** Makes the first customer's company everyone's but the last one's, with a monthly budget and an approval rule. */
export async function makeColleagues(
  { origin }: { origin: string },
  [admin, ...others]: readonly Person[],
  random: () => number,
): Promise<Team> {
  const ok = async (...asked: Parameters<typeof say>): Promise<Json> => {
    const { status, body } = await say(...asked)
    if (status >= 300) throw new Error(`${asked[2].join(' ')}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const newcomer = others.pop()!
  const [buyer, approver] = others.slice(-2)
  const budget = { name: 'Everyone', amount_cents: BUDGET_CENTS, period: 'month' }
  await ok(origin, admin!, ['POST', 'company/budgets/'], budget)
  let companyId = 0
  for (const person of others) {
    const role = person === buyer ? 'buyer' : person === approver ? 'approver' : 'admin'
    const asked = { emails: [emailOf(person)], role }
    const [{ link }] = await ok(origin, admin!, ['POST', 'company/invitations/'], asked)
    const accept = `company_invitations/${link.split('/').at(-1)}/accept/`
    companyId = (await ok(origin, person, ['POST', accept], {})).id
    person.companyId = companyId
    await ok(origin, person, ['POST', 'registered_addresses/'], ADDRESS)
  }
  const idOf = async (person: Person) => {
    const { people } = await ok(origin, person, ['GET', 'company/people/'])
    return people.find((one: Json) => one.is_you).id
  }
  admin!.companyId = companyId
  const ids = {
    approver: await idOf(approver!),
    buyer: await idOf(buyer!),
    newcomer: await idOf(newcomer),
  }
  await ok(origin, admin!, ['POST', 'company/approval_rules/'], {
    name: 'Buyers',
    conditions: [{ kind: 'role', in: ['buyer'] }],
    steps: [{ ask: 'people', in: [ids.approver], escalation: null }],
  })
  return {
    ...{ companyId, admin: admin!, approver: approver!, buyer: buyer!, newcomer, ids },
    work: newTeamWork(random),
    answered: new Map(),
    altered: new Set(),
    removals: 0,
    dueReminders: 0,
    contradictions: [],
  }
}

/** A verified domain, which a DNS server would have to prove, and terms. */
export async function letJoinAndOwe(query: Query, { companyId, admin }: Team): Promise<void> {
  const domain = emailOf(admin).split('@')[1]
  const of = `select site_id, id, '${domain}', 'made-by-the-run', now(), now() from companies where id = ${companyId}`
  await query(`insert into company_domains (site_id, company_id, domain, token, asked_at, verified_at) ${of}`)
  await query(`insert into company_terms (site_id, company_id, limit_cents, days, is_active, changed_at)
    select site_id, id, ${LIMIT_CENTS}, 30, true, now() from companies where id = ${companyId}`)
}

import type { Account, Json } from '../customers.ts'

/** Wide enough for every order of a run: how budgets end at zero is a test of its own. */
const BUDGET_CENTS = 100_000_000_00
const ADDRESS = {
  name: 'Dana Whitlock',
  address1: '90 Foundry Road',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}

/**
 * Makes the first customer's company everyone's, with a monthly budget.
 *
 * @returns the company's id
 */
export async function makeColleagues(
  { origin }: { origin: string },
  [admin, ...others]: readonly { token: string; account: Account }[],
): Promise<number> {
  const send = async (token: string, path: string, body: object, companyId?: number): Promise<Json> => {
    const answer = await fetch(`${origin}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(companyId !== undefined && { 'laurel-company': `${companyId}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const budget = { name: 'Everyone', amount_cents: BUDGET_CENTS, period: 'month' }
  const emails = others.map(({ account }) => account.Username.split('#')[0]!)
  await send(admin!.token, 'company/budgets/', budget)
  const invitations: Json[] = await send(admin!.token, 'company/invitations/', { emails, role: 'buyer' })
  let companyId = 0
  for (const { token, account } of others) {
    const { link } = invitations.find(({ email }) => account.Username.startsWith(email))
    const joined = await send(token, `company_invitations/${link.split('/').at(-1)}/accept/`, {})
    companyId = joined.id
    await send(token, 'registered_addresses/', ADDRESS, companyId)
  }
  return companyId
}

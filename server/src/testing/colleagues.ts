import type { SignedIn, World } from './world.ts'

export type Colleague = SignedIn & { id: number; email: string }

/** A registered customer. */
export async function makeCustomer(world: World, site?: 'northwind' | 'acorn'): Promise<Colleague> {
  const one = await world.signIn(site && { site })
  const { body } = await one.call('GET', '/api/v1/actual_user/')
  return { ...one, id: body.id, email: body.email }
}

/** Calls for a company, as the header says. */
export const actingFor = (one: Colleague, companyId: number): Colleague => ({
  ...one,
  call: (method, path, body, headers) =>
    one.call(method, path, body, { 'laurel-company': `${companyId}`, ...headers }),
})

/** A new customer who accepts the admin's invitation and acts for the company. */
export async function join(world: World, admin: Colleague, role = 'buyer'): Promise<Colleague> {
  const one = await makeCustomer(world)
  const emails = [one.email]
  const { body } = await admin.call('POST', '/api/v1/company/invitations/', { emails, role })
  const token = body[0].link.split('/').at(-1)
  const joined = await one.call('POST', `/api/v1/company_invitations/${token}/accept/`)
  if (joined.status !== 200) throw new Error(`not joined: ${JSON.stringify(joined.body)}`)
  return actingFor(one, joined.body.id)
}

/** The company they joined first. */
export async function atHome(one: Colleague): Promise<Colleague> {
  const { body } = await one.call('GET', '/api/v1/companies/')
  return actingFor(one, body[0].id)
}

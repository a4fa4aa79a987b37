import { vi } from 'vitest'
import type { SignedIn, World } from './world.ts'

export type Person = SignedIn & { id: number; email: string }

/** What people of companies do in tests. */
export function companySteps(world: World) {
  async function person(site?: 'northwind' | 'acorn', email?: string): Promise<Person> {
    const one = await world.signIn({ ...(site && { site }), ...(email && { email }) })
    const { body } = await one.call('GET', '/api/v1/actual_user/')
    return { ...one, id: body.id, email: body.email }
  }
  const invite = (admin: Person, emails: string[], role = 'buyer') =>
    admin.call('POST', '/api/v1/company/invitations/', { emails, role })
  const accept = (one: Person, { link }: { link: string }) =>
    one.call('POST', `/api/v1/company_invitations/${link.split('/').at(-1)}/accept/`)

  return {
    person,
    invite,
    accept,
    /** A person who joined the admin's company, acting for it. */
    async colleague(admin: Person, role = 'buyer'): Promise<Person> {
      const one = await person()
      const { body } = await invite(admin, [one.email], role)
      const joined = await accept(one, body[0])
      if (joined.status !== 200) throw new Error(JSON.stringify(joined.body))
      return actingFor(one, joined.body.id)
    },
    /** What is known of people is up to a minute old. */
    aMinuteLater: () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000),
  }
}

/** Calls for a company, as the header says. */
export const actingFor = (one: Person, companyId: number): Person => ({
  ...one,
  call: (method, path, body, headers) =>
    one.call(method, path, body, { 'laurel-company': `${companyId}`, ...headers }),
})

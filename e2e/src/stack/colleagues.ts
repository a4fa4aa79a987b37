import type { APIRequestContext } from '@playwright/test'
import { mailsTo } from './inbox.ts'
import { makePerson, type Person } from './people.ts'
import { expect } from './shop.ts'

/** The newest link of this kind that was mailed to a person; `after` waits for more links than that. */
export async function linkTo(
  request: APIRequestContext,
  email: string,
  kind: RegExp,
  after = 0,
): Promise<string> {
  const links = async () => (await mailsTo(request, email)).flatMap(({ text }) => kind.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length).toBeGreaterThan(after)
  return (await links())[0] ?? ''
}

/** A person with a company of their own, who has also joined the admin's with this role. */
export async function makeColleague(
  request: APIRequestContext,
  admin: Person,
  role: string,
  [first_name, last_name]: [string, string],
): Promise<Person> {
  const person = await makePerson(request, {
    profile: { first_name, last_name, legal_business_name: `${last_name} Studio` },
  })
  await admin.api('POST', '/api/v1/company/invitations/', { emails: JSON.stringify([person.email]), role })
  const link = await linkTo(request, person.email, /\S+\/join\/\S+/)
  await person.api('POST', `/api/v1/company_invitations/${link.split('/').at(-1)}/accept/`)
  return person
}

import { companySteps, type Person } from './company-world.ts'
import { makeMailWorld } from './mail-world.ts'
import { checkDueDomains } from './sweeps.ts'

const JOINING = '/api/v1/company/joining/'
const DOMAINS = '/api/v1/company/domains/'
const PROPOSALS = '/api/v1/company_proposals/'

type Domain = { id: number; domain: string; record: string }

/** A world whose DNS a test decides, and what people do there to join companies by their email domain. */
export async function makeJoiningWorld(sandbox: Parameters<typeof makeMailWorld>[0]) {
  /** The TXT records of a domain, or the code of an error. */
  const dns = new Map<string, string[][] | string>()
  const asked: string[] = []
  const mails = await makeMailWorld(sandbox, {
    resolveTxt: async (domain) => {
      asked.push(domain)
      const answer = dns.get(domain) ?? 'ENOTFOUND'
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
      return answer
    },
  })
  const { world } = mails
  const steps = companySteps(world)
  let domains = 0
  // Standing still: a busy machine must not make a moment longer.
  const start = Date.now()

  const clockAt = (ms: number) => world.setClock(new Date(start + ms))
  const add = async (one: Person, domain: string) => (await one.call('POST', DOMAINS, { domain })).body
  const found = (body: { domains: Domain[] }, domain: string) =>
    body.domains.find((row) => row.domain === domain)!
  const companyOf = async (one: Person): Promise<number> =>
    (await one.call('GET', '/api/v1/companies/')).body[0].id

  return {
    mails,
    world,
    dns,
    asked,
    clockAt,
    add,
    found,
    companyOf,
    ...steps,
    newDomain: () => `halden-${++domains}.example`,
    personAt: (domain: string, name: string) => steps.person(undefined, `${name}@${domain}`),
    joiningOf: async (one: Person) => (await one.call('GET', JOINING)).body,
    proposalsTo: async (one: Person) => (await one.call('GET', PROPOSALS)).body,
    settings: (one: Person, body: Record<string, unknown>) => one.call('PATCH', JOINING, body),
    joinIt: async (one: Person, companyId: number) =>
      (await one.call('POST', `${PROPOSALS}${companyId}/join/`)).body,
    isIn: async (one: Person, companyId: number): Promise<boolean> =>
      (await one.call('GET', '/api/v1/companies/')).body.some(({ id }: { id: number }) => id === companyId),
    /** Adds a domain, puts its record into DNS, and lets the sweep find it. @returns the company's ID */
    async verify(one: Person, domain: string): Promise<number> {
      dns.set(domain, [['v=spf1 -all'], [found(await add(one, domain), domain).record]])
      clockAt(11 * 60_000)
      await checkDueDomains(world.kit)
      clockAt(0)
      return companyOf(one)
    },
  }
}

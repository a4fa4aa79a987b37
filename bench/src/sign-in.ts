import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { type Account, makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import type { Stack } from './stack.ts'

/** How many people sign in at once. */
export const PEOPLE = 50
const PROBE_EVERY_MS = 25

/**
 * The baseline: how often per second the same library compares a password with the same parameters, two at a
 * time as in the accounts service.
 */
export async function bareVerifiesPerSecond(seconds: number): Promise<number> {
  const ofIdentity = createRequire(new URL('../../identity/package.json', import.meta.url))
  const argon2 = ofIdentity('@node-rs/argon2') as {
    hash(password: string, options: object): Promise<string>
    verify(hashed: string, password: string): Promise<boolean>
  }
  const hashed = await argon2.hash('quiet-harbor', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const until = performance.now() + seconds * 1000
  let done = 0
  const lane = async () => {
    while (performance.now() < until) {
      await argon2.verify(hashed, 'quiet-harbor')
      done += 1
    }
  }
  await Promise.all([lane(), lane()])
  return done / seconds
}

export type SignInFigures = {
  perSecond: number
  p50Ms: number
  p95Ms: number
  /** The catalog's latency while idle, and while {@link PEOPLE} sign in. */
  besideAtRestP95Ms: number
  besideP95Ms: number
}

/** Fifty people sign in again and again while another reads the catalog. */
export async function benchSignIn(stack: Stack, seconds: number): Promise<SignInFigures> {
  const reader = await makeCustomer(stack)
  const people: Account[] = []
  // A few at a time: each waits for a mailed code.
  for (let n = 0; n < PEOPLE; n += 10) {
    const more = await Promise.all(Array.from({ length: 10 }, () => makeCustomer(stack)))
    people.push(...more.map(({ account }) => account))
  }
  const read = () => reader.call('GET', '/api/v1/reward_card_templates/')
  const atRest = await probe(read, performance.now() + 2_000)

  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  const one = async (person: Account) => {
    while (performance.now() < until) {
      const began = performance.now()
      await signIn(stack, agent, person)
      times.push(performance.now() - began)
    }
  }
  const [beside] = await Promise.all([probe(read, until), ...people.map(one)])
  agent.destroy()
  return {
    perSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    besideAtRestP95Ms: percentile(atRest, 0.95),
    besideP95Ms: percentile(beside, 0.95),
  }
}

/** Repeats a request, a moment after each answer. @returns how long each took, in ms */
export async function probe(ask: () => Promise<unknown>, until: number): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < until) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
  return times
}

function signIn(stack: Stack, agent: Agent, { ClientId, Username, Password }: Account): Promise<void> {
  const body = JSON.stringify({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: Username, PASSWORD: Password },
  })
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'content-length': Buffer.byteLength(body),
    'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${stack.origin}/identity/`, { method: 'POST', agent, headers }, (answer) => {
      const isIn = answer.statusCode === 200
      answer.resume().on('end', () => (isIn ? resolve() : reject(new Error(`sign-in: ${answer.statusCode}`))))
    })
    asked.on('error', reject).end(body)
  })
}

import { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider'
import type { Person } from './person.ts'
import type { Service } from './service.ts'

/** One thing the web and the server rely on, and what to change in a pool where it does not hold. */
export type Expectation = {
  name: string
  advice: string
  /** Whether it makes sense for this service. */
  appliesTo?(service: Service): boolean
  /** @throws when it does not hold */
  check(service: Service, person: Person): Promise<void>
}

/** @throws {Error} in words for the operator */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/**
 * Expects a refusal by name and, where the web compares it or people read it, by its text.
 *
 * @throws {Error} when it was done after all, or refused otherwise
 */
export async function assertRefused(asked: Promise<unknown>, name: string, text?: string): Promise<void> {
  const refusal = await asked.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  assert(refusal !== undefined, `It was done, and ${name} was expected.`)
  if (!(refusal instanceof CognitoIdentityProviderServiceException)) throw refusal
  assert(refusal.name === name, `It was refused with ${refusal.name} (${refusal.message}), not ${name}.`)
  assert(
    text === undefined || refusal.message === text,
    `It was refused with "${refusal.message}", not "${text}".`,
  )
}

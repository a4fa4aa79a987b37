import { EXPECTATIONS } from './expectations.ts'
import { Person } from './person.ts'
import type { Service } from './service.ts'

export type Outcome = { name: string; holds: boolean; why?: string; advice?: string }

/** Holds a service against the contract, one expectation after the other, and cleans up behind itself. */
export async function* holdContract(service: Service): AsyncGenerator<Outcome> {
  const person = new Person(service)
  let isClosed = false
  for (const { name, advice, appliesTo, check } of EXPECTATIONS) {
    if (appliesTo && !appliesTo(service)) continue
    try {
      await check(service, person)
      isClosed = name === EXPECTATIONS.at(-1)!.name
      yield { name, holds: true }
    } catch (cause) {
      yield { name, holds: false, why: explain(cause), advice }
    }
  }
  if (isClosed) return
  yield await person.removeByStaff().then(
    () => ({ name: 'the account was removed by staff', holds: true }),
    (cause) => ({
      name: 'the account was removed',
      holds: false,
      why: explain(cause),
      advice: `Delete the user ${person.username} by hand.`,
    }),
  )
}

function explain(cause: unknown): string {
  return cause instanceof Error
    ? `${cause.name === 'Error' ? '' : `${cause.name}: `}${cause.message}`
    : String(cause)
}

/** One line for the operator, and what to change when it does not hold. */
export function lineOf({ name, holds, why, advice }: Outcome): string {
  return holds ? `✓ ${name}` : `✗ ${name}\n    ${why}\n    → ${advice}`
}

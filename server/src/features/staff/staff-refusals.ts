import { Refusal } from '@laurel/domain/refusal'
import { CognitoError, TooMany } from '@laurel/identity'

/**
 * Asks the accounts service, and says its refusals in the office's words.
 *
 * @param wording the refusal of a wrong password or code, by the service's name for it
 * @throws {Refusal} `too_many_requests`, or as `wording` says
 */
export async function askAccounts<T>(
  ask: () => Promise<T>,
  wording: (cause: CognitoError) => Refusal | Promise<Refusal>,
): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof TooMany) throw new Refusal('too_many_requests', { seconds: cause.seconds })
    if (cause instanceof CognitoError) throw await wording(cause)
    throw cause
  }
}

export function fieldProblem(field: string, message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field, code: 'wrong', message }])
}

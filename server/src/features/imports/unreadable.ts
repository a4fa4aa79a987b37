import { Refusal } from '@laurel/domain/refusal'

/** What is wrong with a file as a whole, in a sentence that says what to do about it. */
export function unreadable(code: string, message: string): Refusal {
  return new Refusal('import_unreadable', {}, [{ field: 'file', code, message }])
}

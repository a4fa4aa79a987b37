import { Refusal } from '@laurel/domain/refusal'

/** A problem with a whole file, in a sentence that says what to do. */
export function unreadable(code: string, message: string): Refusal {
  return new Refusal('import_unreadable', {}, [{ field: 'file', code, message }])
}

import { Refusal } from '@laurel/domain/refusal'

/** Why a file can't be read, in a sentence for the people of its company. */
export function fileProblem(code: string, message: string): Refusal {
  return new Refusal('list_file_failed', {}, [{ field: 'file', code, message }])
}

/** The sentence of a problem that isn't a fault of ours; undefined for one that is. */
export function problemSays(cause: unknown): string | undefined {
  if (!(cause instanceof Refusal) || cause.code !== 'list_file_failed') return undefined
  return cause.errors[0]?.message
}

import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'
import { type AnswerOf, call } from './call.ts'

export type SavedDesign = AnswerOf<'listSavedDesigns'>[number]

/** The designs that the current company has saved. Read again wherever they are shown: colleagues change them. */
export const savedDesignsQuery = () =>
  queryOptions({
    queryKey: ['company', 'saved-designs'],
    queryFn: () => call(api.listSavedDesigns),
    staleTime: 0,
  })

/** Says of a missing design that it was deleted. @throws what was caught, or that */
export function throwDesignProblem(cause: unknown): never {
  if (cause instanceof ApiProblem && cause.code === 'not_found') {
    throw new Error(/*i18n*/ 'A colleague deleted this design.', { cause })
  }
  throw cause
}

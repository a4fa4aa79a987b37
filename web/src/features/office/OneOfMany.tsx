import type { ReactNode } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ReadProblem } from './ReadProblem.tsx'
import { RowsLoading } from './RowsLoading.tsx'

type OneOfManyProps<Data> = {
  /** What it is: "order". */
  name: string
  read: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The way to all of them, where there is none such. */
  all: ReactNode
  /** Why there may be none such. */
  absent?: string
  children: (data: Data) => ReactNode
}

/** One thing by the number in the address: on its way, there, not there, or not to be had right now. */
export function OneOfMany<Data>({
  name,
  read: { data, error, isFetching, refetch },
  all,
  absent = 'It may belong to another site.',
  children,
}: OneOfManyProps<Data>) {
  if (data !== undefined) return children(data)
  return (
    <>
      <h1 className="sr-only">One {name}</h1>
      {!error && <RowsLoading label={`The ${name}’s parts`} />}
      {Boolean(error) && isNotThere(error) && (
        <EmptyState title={`No such ${name}`} action={all}>
          {absent}
        </EmptyState>
      )}
      {Boolean(error) && !isNotThere(error) && (
        <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
      )}
    </>
  )
}

/** What is no number at all is not there either. */
function isNotThere(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'not_found' || error.code === 'validation_failed')
}

import { formError } from '../app/api-problem.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

type ReadProblemProps = {
  /** The request's state, as useQuery returns it. */
  read: { error: unknown; isFetching: boolean; refetch: () => unknown }
  className?: string
}

/** A failed request, with a button to try again. */
export function ReadProblem({ read: { error, isFetching, refetch }, className = '' }: ReadProblemProps) {
  return (
    <Note
      tone="bad"
      className={className}
      action={
        <Button size="compact" isPending={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      }
    >
      {formError(error)}
    </Note>
  )
}

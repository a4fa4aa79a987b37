import { formError } from '../../app/api-problem.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'

type ReadProblemProps = { problem: unknown; isFetching: boolean; onRetry: () => unknown }

/** What was asked for did not come, and a way to ask again. */
export function ReadProblem({ problem, isFetching, onRetry }: ReadProblemProps) {
  return (
    <Note
      tone="bad"
      action={
        <Button size="compact" isPending={isFetching} onClick={() => onRetry()}>
          Try again
        </Button>
      }
    >
      {formError(problem)}
    </Note>
  )
}

import { formError } from '../app/api-problem.ts'
import { useTexts } from '../app/texts.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

type ReadProblemProps = {
  /** The request's state, as useQuery returns it. */
  read: { error: unknown; isFetching: boolean; refetch: () => unknown }
  className?: string
}

/** A failed request, with a button to try again. */
export function ReadProblem({ read: { error, isFetching, refetch }, className = '' }: ReadProblemProps) {
  const i18n = useTexts()

  return (
    <Note
      tone="bad"
      className={className}
      action={
        <Button size="compact" isPending={isFetching} onClick={() => refetch()}>
          {i18n.t('Try again')}
        </Button>
      }
    >
      {formError(error)}
    </Note>
  )
}

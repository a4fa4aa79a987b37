import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formError } from '../../app/api-problem.ts'
import type { Security } from '../../app/security-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { securityQueries } from './security.queries.ts'

/** What needs the accounts service's answer. Without one the rest of the screen still stands. */
export function SecurityPart({ children }: { children: (security: Security) => ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(securityQueries.mine())
  if (data) return children(data)
  if (error && !isFetching) {
    return (
      <Note
        tone="warn"
        action={
          <Button size="compact" onClick={() => refetch()}>
            Try again
          </Button>
        }
      >
        {formError(error)}
      </Note>
    )
  }
  return (
    <Loading label="Asking for what is set">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/3" />
    </Loading>
  )
}

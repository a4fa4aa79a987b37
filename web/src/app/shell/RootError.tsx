import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { formError } from '../api-problem.ts'
import { siteQuery } from '../site.ts'

/** The last resort. Nothing can be drawn without the site's data (docs/spec.md §8, "Root loader"). */
export function RootError({ error }: { error: unknown }) {
  const router = useRouter()
  const hasSite = useQueryClient().getQueryData(siteQuery.queryKey) !== undefined
  const [isPending, setPending] = useState(false)

  useEffect(() => console.error(error), [error])

  async function retry() {
    setPending(true)
    await router.invalidate()
    setPending(false)
  }

  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-5 text-center">
      <h1>{hasSite ? 'That did not load' : 'Failed to load site data'}</h1>
      <p className="max-w-[44ch] text-muted">
        {hasSite
          ? formError(error)
          : 'We could not reach the server. Check your connection; your work is kept.'}
      </p>
      <Button look="primary" className="mt-3" isPending={isPending} onClick={retry}>
        Retry
      </Button>
    </main>
  )
}

import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { Button } from '../../parts/Button.tsx'
import { formError, isTooMany } from '../api-problem.ts'
import { isChunkProblem } from '../preload-guard.ts'
import { useRetryLater } from '../use-retry-later.ts'

/** A screen that could not be loaded or drawn. The rest of the page goes on. */
export function ScreenError({ error }: { error: unknown }) {
  const router = useRouter()
  const retry = useCallback(() => void router.invalidate(), [router])
  useEffect(() => console.error(error), [error])
  useRetryLater(error, retry)
  const isChunk = isChunkProblem(error)
  return (
    <div role="alert" className="page grid justify-items-center gap-3 py-24 text-center">
      <h1>{isTooMany(error) ? 'Too many requests' : 'This page didn’t load'}</h1>
      <p className="max-w-[44ch] text-muted">{formError(error)}</p>
      {isTooMany(error) && <p className="text-muted">We’ll also try again automatically.</p>}
      <Button look="primary" className="mt-3" onClick={isChunk ? () => location.reload() : retry}>
        {isChunk ? 'Reload page' : 'Try again'}
      </Button>
    </div>
  )
}

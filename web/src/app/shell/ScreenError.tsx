import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { formError, isTooMany } from '../api-problem.ts'
import { isChunkProblem } from '../preload-guard.ts'
import { siteQuery } from '../site.ts'
import { useTexts } from '../texts.ts'

/** Replaces a screen that could not be loaded or rendered; the rest of the page keeps working. */
export function ScreenError({ error }: { error: unknown }) {
  const i18n = useTexts()
  const router = useRouter()
  const retry = useCallback(() => void router.invalidate(), [router])
  useEffect(() => console.error(error), [error])
  useRetryLater(error, retry)
  const isChunk = isChunkProblem(error)
  return (
    <div role="alert" className="page grid justify-items-center gap-3 py-24 text-center">
      <h1>{isTooMany(error) ? i18n.t('Too many requests') : i18n.t('This page didn’t load')}</h1>
      <p className="max-w-[44ch] text-muted">{formError(error)}</p>
      {isTooMany(error) && <p className="text-muted">{i18n.t('We’ll also try again automatically.')}</p>}
      <Button look="primary" className="mt-3" onClick={isChunk ? () => location.reload() : retry}>
        {isChunk ? i18n.t('Reload page') : i18n.t('Try again')}
      </Button>
    </div>
  )
}

/** Replaces the whole page, which needs the site's data (docs/spec.md §8, "Root loader"). */
export function RootError({ error }: { error: unknown }) {
  const i18n = useTexts()
  const router = useRouter()
  const hasSite = useQueryClient().getQueryData(siteQuery.queryKey) !== undefined
  const [isPending, setPending] = useState(false)

  useEffect(() => console.error(error), [error])

  const retry = useCallback(async () => {
    setPending(true)
    await router.invalidate()
    setPending(false)
  }, [router])
  useRetryLater(error, retry)
  const isChunk = isChunkProblem(error)

  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-5 text-center">
      <h1>{hasSite ? i18n.t('This page didn’t load') : i18n.t('Failed to load site data')}</h1>
      <p className="max-w-[44ch] text-muted">
        {hasSite || isTooMany(error)
          ? formError(error)
          : i18n.t('We couldn’t reach the server. Check your connection. You won’t lose your work.')}
      </p>
      <Button
        look="primary"
        className="mt-3"
        isPending={isPending}
        onClick={isChunk ? () => location.reload() : retry}
      >
        {isChunk ? i18n.t('Reload page') : i18n.t('Retry')}
      </Button>
    </main>
  )
}

/** When rate limited, tries again after the server's waiting time. */
export function useRetryLater(error: unknown, retry: () => void): void {
  useEffect(() => {
    if (!isTooMany(error)) return
    const timer = setTimeout(retry, error.retryAfterMs)
    return () => clearTimeout(timer)
  }, [error, retry])
}

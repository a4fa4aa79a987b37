import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { ScreenError, useRetryLater } from '../../app/shell/ScreenError.tsx'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { UserDataProblem } from './my-rewards-route.ts'

/** docs/spec.md §8, "My rewards". Other errors look as on every screen. */
export function UserDataError({ error }: { error: unknown }) {
  const i18n = useTexts()
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const retry = useCallback(async () => {
    setPending(true)
    await router.invalidate()
    setPending(false)
  }, [router])
  useRetryLater(error instanceof UserDataProblem ? error.cause : undefined, retry)
  if (!(error instanceof UserDataProblem)) return <ScreenError error={error} />

  return (
    <div role="alert" className="page grid justify-items-center gap-3 py-24 text-center">
      <h1>{i18n.t(error.message)}</h1>
      <p className="max-w-[44ch] text-muted">{formError(error.cause)}</p>
      <Button look="primary" className="mt-3" isPending={isPending} onClick={retry}>
        {i18n.t('Retry')}
      </Button>
    </div>
  )
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../parts/Button.tsx'
import { formError } from '../api-problem.ts'

/** A screen that could not be loaded or drawn. The rest of the page goes on. */
export function ScreenError({ error }: { error: unknown }) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  return (
    <div role="alert" className="page grid justify-items-center gap-3 py-24 text-center">
      <h1>That did not load</h1>
      <p className="max-w-[44ch] text-muted">{formError(error)}</p>
      <Button look="primary" className="mt-3" onClick={() => router.invalidate()}>
        Try again
      </Button>
    </div>
  )
}

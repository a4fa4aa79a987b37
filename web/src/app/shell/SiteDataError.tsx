import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/Button.tsx'

/** Nothing can be drawn without the site's data (docs/spec.md §8, "Root loader"). */
export function SiteDataError() {
  const router = useRouter()
  const [isPending, setPending] = useState(false)

  async function retry() {
    setPending(true)
    await router.invalidate()
    setPending(false)
  }

  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-5 text-center">
      <h1>Failed to load site data</h1>
      <p className="max-w-[44ch] text-muted">
        We could not reach the server. Check your connection; your work is kept.
      </p>
      <Button look="primary" className="mt-3" isPending={isPending} onClick={retry}>
        Retry
      </Button>
    </main>
  )
}

import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSetupStore, useUnsaved } from '../../app/setup-store.ts'
import { namesOfUnsaved } from '../../app/unsaved.ts'
import { Button } from '../../parts/Button.tsx'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { flushDraft, useSaving } from './save-draft.ts'

const A_MOMENT_MS = 60_000

/** Whether what is on screen is kept: "Saved a moment ago". */
export function SaveStatus() {
  const { state, savedAt } = useSaving()
  const isDraft = useSetupStore(({ cardItemId }) => cardItemId !== null)
  const unsaved = useUnsaved()
  if (state === 'failed') {
    return (
      <p role="status" className="flex items-center gap-3 text-bad">
        <Icon of={CircleAlert} />
        Not saved yet.
        <Button size="compact" onClick={() => flushDraft().catch(() => undefined)}>
          Try again
        </Button>
      </p>
    )
  }
  if (state === 'waiting' || state === 'saving') {
    return (
      <p className="flex items-center gap-3">
        <Spinner label="Saving" />
        Saving
      </p>
    )
  }
  const names = namesOfUnsaved(unsaved)
  if (names.length > 0) {
    return (
      <p role="status" className="flex items-center gap-3 text-warn">
        <Icon of={CircleAlert} />
        Not saved yet: {names.join(', ')}
      </p>
    )
  }
  if (savedAt === 0) return isDraft ? <Kept>Saved</Kept> : <p>Nothing to save yet</p>
  return <Saved key={savedAt} at={savedAt} />
}

function Saved({ at }: { at: number }) {
  const [isRecent, setRecent] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setRecent(false), A_MOMENT_MS - (Date.now() - at))
    return () => clearTimeout(timer)
  }, [at])
  return <Kept>{isRecent ? 'Saved a moment ago' : `Saved ${moment(new Date(at).toISOString())}`}</Kept>
}

function Kept({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-3">
      <Icon of={CircleCheck} className="text-good" />
      {children}
    </p>
  )
}

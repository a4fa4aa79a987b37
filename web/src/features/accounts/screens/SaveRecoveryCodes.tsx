import { useEffect, useRef } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { useMakeRecoveryCodes } from '../../../app/recovery-codes.queries.ts'
import { useSite } from '../../../app/site.ts'
import { RecoveryCodes } from '../../../parts/authenticator/RecoveryCodes.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Spinner } from '../../../parts/Spinner.tsx'
import { useDoor } from '../door.ts'
import { Screen } from '../Screen.tsx'

/** An authenticator app was set up on the way in: its recovery codes are shown before anything else. */
export function SaveRecoveryCodes({ onDone }: { onDone: () => void }) {
  const { name } = useSite()
  const { email } = useDoor()
  const { mutate, data, error, isPending } = useMakeRecoveryCodes()
  const isBegun = useRef(false)
  useEffect(() => {
    // Making them twice would show codes that no longer work.
    if (isBegun.current) return
    isBegun.current = true
    mutate()
  }, [mutate])

  if (!data && !error) return <Spinner className="w-full py-24" />
  return (
    <Screen
      lead={
        data
          ? 'If you lose your authenticator app, each of these codes signs you in once. We won’t show them again.'
          : 'You’re signed in. You can also create your recovery codes later, in your settings.'
      }
      problem={undefined}
    >
      {error && <Note tone="bad">{formError(error)}</Note>}
      {data && <RecoveryCodes codes={data} siteName={name} email={email.trim()} />}
      <div className="flex flex-wrap justify-end gap-3 print:hidden">
        {error && (
          <Button onClick={() => mutate()} isPending={isPending}>
            Try again
          </Button>
        )}
        <Button look="primary" onClick={onDone}>
          {data ? 'I saved my codes' : 'Continue'}
        </Button>
      </div>
    </Screen>
  )
}

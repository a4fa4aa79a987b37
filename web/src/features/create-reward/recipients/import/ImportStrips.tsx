import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../../../../parts/Button.tsx'
import { Icon } from '../../../../parts/Icon.tsx'
import { Note } from '../../../../parts/Note.tsx'
import { Progress } from '../../../../parts/Progress.tsx'
import { VisuallyHidden } from '../../../../parts/VisuallyHidden.tsx'
import { ImportAtHand, type ImportAtHandProps } from './ImportAtHand.tsx'
import { sentSentence } from './sending.ts'
import { STRIP } from './strip-class.ts'
import type { Importing } from './use-import.ts'

type ImportStripsProps = Omit<ImportAtHandProps, 'id'>

/** The lists that are being sent and read, each with its numbers. */
export function ImportStrips(props: ImportStripsProps) {
  const { importing } = props
  return (
    <>
      <SendingStrip importing={importing} />
      {importing.shown.map((id) => (
        <ImportAtHand key={id} {...props} id={id} />
      ))}
    </>
  )
}

function SendingStrip({ importing: { sending, stop } }: { importing: Importing }) {
  if (sending.step === 'none') return null
  if (sending.step === 'sending') return <OnItsWay sending={sending} onStop={stop} />
  return (
    <Note
      tone="bad"
      className="mb-4"
      action={
        <span className="flex gap-2">
          <Button size="compact" onClick={sending.again}>
            Try again
          </Button>
          <Button size="compact" look="plain" onClick={stop}>
            Close
          </Button>
        </span>
      }
    >
      <b className="font-semibold">{sending.name}:</b> {sending.message} No one was added.
    </Note>
  )
}

type OnItsWayProps = { sending: Extract<Importing['sending'], { step: 'sending' }>; onStop: () => void }

function OnItsWay({ sending, onStop }: OnItsWayProps) {
  const { name, bytes, sentBytes } = sending
  return (
    <div className={STRIP}>
      <VisuallyHidden>
        <span role="status">Sending {name}.</span>
      </VisuallyHidden>
      <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
      <p className="min-w-0 wrap-anywhere">
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-muted tabular-nums">{sentSentence(sending)}</span>
      </p>
      <Button look="link" isPending={sending.isStopping} onClick={onStop}>
        Cancel
      </Button>
      <div className="col-span-full col-start-2">
        <Progress label={`Sending ${name}`} done={sentBytes} total={bytes} />
      </div>
    </div>
  )
}

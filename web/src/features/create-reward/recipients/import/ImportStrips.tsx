import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../../../../parts/Button.tsx'
import { Icon } from '../../../../parts/Icon.tsx'
import { Note } from '../../../../parts/Note.tsx'
import { Spinner } from '../../../../parts/Spinner.tsx'
import { fileSize } from './file-size.ts'
import { ImportAtHand, type ImportAtHandProps } from './ImportAtHand.tsx'
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
  if (sending.step === 'sending') {
    return (
      <div role="status" className={STRIP}>
        <Icon of={FileSpreadsheet} size={24} className="text-accent-text" />
        <p className="flex items-center gap-3">
          <span>
            <b className="font-semibold">{sending.name}</b>{' '}
            <span className="text-muted">being sent, {fileSize(sending.bytes)}</span>
          </span>
          <Spinner label={`Sending ${sending.name}`} />
        </p>
        <Button look="link" onClick={stop}>
          Cancel
        </Button>
      </div>
    )
  }
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
      <b className="font-semibold">{sending.name}:</b> {sending.message} Nobody was added.
    </Note>
  )
}

import { useMutation } from '@tanstack/react-query'
import { formError } from '../../../../app/api-problem.ts'
import { Button } from '../../../../parts/Button.tsx'
import { moment } from '../../../../parts/format.ts'
import { Note } from '../../../../parts/Note.tsx'
import type { RecipientImport } from './import.queries.ts'
import { importName } from './import-words.ts'
import { startImport } from './start-import.ts'
import type { Importing } from './use-import.ts'

type SameFileQuestionProps = { one: RecipientImport; importing: Importing; onCancel: () => void }

/** The same file twice is asked about, never doubled in silence. */
export function SameFileQuestion({ one, importing, onCancel }: SameFileQuestionProps) {
  const start = useMutation({ mutationFn: () => startImport(one.id, importing, { again: true }) })
  return (
    <Note
      tone="warn"
      className="mb-4"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="compact" isPending={start.isPending} onClick={() => start.mutate()}>
            Add them again
          </Button>
          <Button size="compact" look="plain" onClick={onCancel}>
            Leave it out
          </Button>
        </span>
      }
    >
      <p role="status">
        <b className="font-semibold">{importName(one)}</b> is on this list already
        {one.repeats && `, since ${moment(one.repeats.finishedAt)}`}. Add them all again, so each person gets
        two cards?
      </p>
      {start.error && <p className="mt-1 text-bad">{formError(start.error) ?? 'That did not work.'}</p>}
    </Note>
  )
}

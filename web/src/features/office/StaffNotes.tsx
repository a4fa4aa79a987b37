import { useRef, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { TextArea } from '../../parts/TextField.tsx'
import { Panel } from './ListParts.tsx'
import { useMe } from './office.queries.ts'
import { useSave } from './office-mutations.ts'
import { byWords } from './office-words.ts'
import { officeMoment } from './times.ts'

type StaffNote = { id: number; text: string; by: string; byName: string; at: string }
type StaffNotesProps = {
  /** Who never sees them: "The customer never sees". */
  hiddenFrom: string
  notes: readonly StaffNote[]
  canWrite: boolean
  add: (text: string, idempotencyKey: string) => Promise<unknown>
}

/** Notes for the team. */
export function StaffNotes({ hiddenFrom, notes, canWrite, add }: StaffNotesProps) {
  const [text, setText] = useState('')
  const { id: ownId } = useMe()
  const saving = useRef('')
  const save = useSave({
    save: (idempotencyKey) => {
      saving.current = text
      return add(text.trim(), idempotencyKey)
    },
    done: 'Note saved',
    // What was typed in the meantime stays.
    onDone: () => setText((now) => (now === saving.current ? '' : now)),
  })
  return (
    <Panel title="Notes">
      <p className="mt-1 mb-3 text-muted">Your team can see these notes. {hiddenFrom} them.</p>
      {canWrite && (
        <Form
          onSubmit={() => save.mutate()}
          check={() => missing({ text })}
          problem={save.error}
          className="mb-5 grid max-w-[640px] gap-3"
        >
          <TextArea label="New note" name="text" value={text} onChange={setText} rows={3} maxLength={2000} />
          <div>
            <Button type="submit" size="compact" isPending={save.isPending}>
              Save note
            </Button>
          </div>
        </Form>
      )}
      {notes.length > 0 && (
        <ul className="max-w-[640px] border-line border-t">
          {notes.map((note) => (
            <li key={note.id} className="border-line border-b py-3">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <p className="text-muted text-small">
                {note.byName || byWords(note.by, ownId)}, {officeMoment(note.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

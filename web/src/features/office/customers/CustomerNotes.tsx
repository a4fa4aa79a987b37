import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'
import { useSave } from '../admin/use-save.ts'
import { useMe } from '../office.queries.ts'
import { byWords } from '../office-words.ts'
import { moment } from '../times.ts'
import type { OfficeCustomer } from './customers.queries.ts'

type CustomerNotesProps = { customer: OfficeCustomer; canWrite: boolean }

/** What colleagues should know; the customer never sees it. */
export function CustomerNotes({ customer: { id, notes }, canWrite }: CustomerNotesProps) {
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const { id: ownId } = useMe()
  const save = useSave({
    save: (idempotencyKey) =>
      call(api.addCustomerNote, { params: { id }, body: { text: text.trim() }, idempotencyKey }),
    done: 'The note is kept',
    onDone: () => setText(''),
  })
  function submit() {
    save.reset()
    const isEmpty = text.trim() === ''
    setErrors(isEmpty ? { text: FIELD_REQUIRED } : {})
    if (!isEmpty) save.mutate()
  }
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="text-h3">
        Notes
      </h2>
      <p className="mt-1 mb-3 text-muted">For colleagues; the customer never sees them.</p>
      {canWrite && (
        <Form
          onSubmit={submit}
          problem={save.error}
          errors={errors}
          className="mb-5 grid max-w-[640px] gap-3"
        >
          <TextArea label="New note" name="text" value={text} onChange={setText} rows={3} maxLength={2000} />
          <div>
            <Button type="submit" size="compact" isPending={save.isPending}>
              Keep note
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
                {note.byName || byWords(note.by, ownId)}, {moment(note.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

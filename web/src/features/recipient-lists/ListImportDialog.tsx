import { api } from '@laurel/contract/routes'
import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../../app/call.ts'
import type { RecipientList } from '../../app/customer.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { count, plural } from '../../parts/format.ts'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { TextArea } from '../../parts/TextField.tsx'

type Imported = AnswerOf<'importListPeople'>

/** Adds a spreadsheet's rows to a list, and dates to people who are on it. */
export function ListImportDialog({ list, onClose }: { list: RecipientList; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const add = useMutation({
    mutationFn: () => call(api.importListPeople, { params: { id: list.id }, body: { text } }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['saved-people'] }),
        queryClient.invalidateQueries({ queryKey: ['saved-lists'] }),
      ])
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={`Add people to ${list.name}`} isDismissable={false}>
      {add.data ? (
        <Result imported={add.data} onClose={onClose} />
      ) : (
        <Form
          onSubmit={() => add.mutate()}
          check={() => missing({ text })}
          problem={add.error}
          className="mt-4 grid gap-5"
        >
          <TextArea
            label="Rows from your spreadsheet"
            name="text"
            rows={6}
            value={text}
            onChange={setText}
            hint="Start with the headings, such as Name, Email, Birthday, and Start date. People on the list with the same email get the new dates."
            placeholder={'Name\tEmail\tBirthday\nMaya Okafor\tmaya@example.com\t6/14'}
          />
          <FileDrop
            label="Choose a CSV file"
            hint={`Up to ${count(MAX_LIST_ROWS)} rows at once`}
            accept={['.csv', '.tsv', '.txt', 'text/csv', 'text/plain']}
            onFile={(file) => void file.text().then(setText)}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button look="primary" type="submit" isPending={add.isPending}>
              Add people
            </Button>
          </div>
        </Form>
      )}
    </Modal>
  )
}

function Result({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { addedCount, updatedCount, unchangedCount, ignored, problems, problemCount } = imported
  return (
    <div className="mt-4 grid gap-4">
      <p>
        {plural(addedCount, 'person was', 'people were')} added, and {count(updatedCount)} got new dates.
        {unchangedCount > 0 &&
          ` ${plural(unchangedCount, 'row was', 'rows were')} about people already on the list.`}
      </p>
      {ignored.length > 0 && <p className="text-muted text-small">We didn’t read: {ignored.join(', ')}.</p>}
      {problems.length > 0 && (
        <Note tone="warn">
          <p>{plural(problemCount, 'row needs', 'rows need')} correcting:</p>
          <ul className="mt-1 grid gap-1 text-small">
            {problems.map(({ row, message }) => (
              <li key={`${row} ${message}`} className="wrap-anywhere">
                Row {count(row)}: {message}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

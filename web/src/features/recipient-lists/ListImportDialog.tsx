import { api } from '@laurel/contract/routes'
import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../../app/call.ts'
import type { RecipientList } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { count } from '../../parts/format.ts'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { TextArea } from '../../parts/TextField.tsx'

type Imported = AnswerOf<'importListPeople'>

/** Adds a spreadsheet's rows to a list, and dates to people who are on it. */
export function ListImportDialog({ list, onClose }: { list: RecipientList; onClose: () => void }) {
  const i18n = useTexts()
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
    <Modal
      isOpen
      onClose={onClose}
      title={i18n.t('Add people to {name}', { name: list.name })}
      isDismissable={false}
    >
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
            label={i18n.t('Rows from your spreadsheet')}
            name="text"
            rows={6}
            value={text}
            onChange={setText}
            hint={i18n.t(
              'Start with the headings, such as Name, Email, Birthday, and Start date. People on the list with the same email get the new dates.',
            )}
            placeholder={'Name\tEmail\tBirthday\nMaya Okafor\tmaya@example.com\t6/14'}
          />
          <FileDrop
            label={i18n.t('Choose a CSV file')}
            hint={i18n.t('Up to {most} rows at once', { most: count(MAX_LIST_ROWS) })}
            accept={['.csv', '.tsv', '.txt', 'text/csv', 'text/plain']}
            onFile={(file) => void file.text().then(setText)}
          />
          <DialogFoot onClose={onClose} isPending={add.isPending}>
            {i18n.t('Add people')}
          </DialogFoot>
        </Form>
      )}
    </Modal>
  )
}

function Result({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const i18n = useTexts()
  const { addedCount, updatedCount, unchangedCount, ignored, problems, problemCount } = imported
  return (
    <div className="mt-4 grid gap-4">
      <p>
        {i18n.t(
          '{people, plural, one {# person was} other {# people were}} added, and {updatedCount} got new dates.',
          { people: addedCount, updatedCount: count(updatedCount) },
        )}
        {unchangedCount > 0 &&
          ` ${i18n.t('{rows, plural, one {# row was} other {# rows were}} for people already on the list.', {
            rows: unchangedCount,
          })}`}
      </p>
      {ignored.length > 0 && (
        <p className="text-muted text-small">
          {i18n.t('We skipped these columns: {columns}.', { columns: ignored.join(', ') })}
        </p>
      )}
      {problems.length > 0 && (
        <Note tone="warn">
          <p>
            {i18n.t('{rows, plural, one {# row needs} other {# rows need}} correcting:', {
              rows: problemCount,
            })}
          </p>
          <ul className="mt-1 grid gap-1 text-small">
            {problems.map(({ row, message }) => (
              <li key={`${row} ${message}`} className="wrap-anywhere">
                {i18n.t('Row {row}: {message}', { row: count(row), message })}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {i18n.t('Done')}
        </Button>
      </div>
    </div>
  )
}

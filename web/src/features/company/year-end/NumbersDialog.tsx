import { api } from '@laurel/contract/routes'
import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { refreshYearEnd } from '../../../app/company.queries.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { numbersError, readNumbers } from './read-numbers.ts'

/** Marks employees: their emails and numbers are pasted from a spreadsheet. */
export function NumbersDialog({ onClose }: { onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const add = useMutation({
    mutationFn: () => call(api.addEmployeeNumbers, { body: { employees: readNumbers(typed).rows } }),
    onSuccess: async ({ people, unknown }) => {
      await refreshYearEnd(queryClient)
      showToast({
        title: i18n.t(
          '{people, plural, one {# person is marked as an employee} other {# people are marked as employees}}',
          { people },
        ),
        ...(unknown > 0 && {
          text: i18n.t('No card went to {emails, plural, one {# email} other {# emails}} on your list.', {
            emails: unknown,
          }),
        }),
      })
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Add employee numbers')} isDismissable={false}>
      <Form
        onSubmit={() => add.mutate()}
        check={() => ({ employees: numbersError(typed) })}
        problem={add.error}
        errorsOf={employeesErrors}
        className="mt-4 grid gap-5"
      >
        <p className="text-muted">
          {i18n.t(
            'Paste emails and employee numbers from a spreadsheet, one person per line. People with the same number become one person.',
          )}
        </p>
        <TextArea
          label={i18n.t('Employees')}
          name="employees"
          hint={i18n.t('Up to {lines, number} lines, such as: {example}', {
            lines: MAX_LIST_ROWS,
            example: 'ana@example.com, 0042',
          })}
          value={typed}
          onChange={setTyped}
          rows={6}
          autoComplete="off"
          autoFocus
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button look="primary" type="submit" isPending={add.isPending}>
            {i18n.t('Add numbers')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

/** The server names the row (`employees.2.email`); all of them are in one field here. */
function employeesErrors(problem: unknown): Record<string, string> {
  const i18n = pageTexts()
  const [first] = Object.entries(fieldErrors(problem))
  if (first === undefined) return {}
  const [field, sentence] = first
  const [, row] = /^employees\.(\d+)\./.exec(field) ?? []
  return {
    employees:
      row === undefined
        ? sentence
        : i18n.t('Line {line}: {problem}', { line: Number(row) + 1, problem: sentence }),
  }
}

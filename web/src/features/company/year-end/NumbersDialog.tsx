import { api } from '@laurel/contract/routes'
import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { refreshYearEnd } from '../../../app/company.queries.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { plural } from '../../../parts/format.ts'
import { Modal } from '../../../parts/Modal.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { numbersError, readNumbers } from './read-numbers.ts'

/** Marks employees: their emails and numbers are pasted from a spreadsheet. */
export function NumbersDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const add = useMutation({
    mutationFn: () => call(api.addEmployeeNumbers, { body: { employees: readNumbers(typed).rows } }),
    onSuccess: async ({ people, unknown }) => {
      await refreshYearEnd(queryClient)
      showToast({
        title: `${plural(people, 'person is', 'people are')} marked as ${people === 1 ? 'an employee' : 'employees'}`,
        ...(unknown > 0 && { text: `No card went to ${plural(unknown, 'email')} on your list.` }),
      })
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title="Add employee numbers" isDismissable={false}>
      <Form
        onSubmit={() => add.mutate()}
        check={() => ({ employees: numbersError(typed) })}
        problem={add.error}
        errorsOf={employeesErrors}
        className="mt-4 grid gap-5"
      >
        <p className="text-muted">
          Paste emails and employee numbers from a spreadsheet, one person per line. People with the same
          number become one person.
        </p>
        <TextArea
          label="Employees"
          name="employees"
          hint={`Up to ${MAX_LIST_ROWS.toLocaleString('en-US')} lines, such as: ana@example.com, 0042`}
          value={typed}
          onChange={setTyped}
          rows={6}
          autoComplete="off"
          autoFocus
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isPending={add.isPending}>
            Add numbers
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

/** The server names the row (`employees.2.email`); all of them are in one field here. */
function employeesErrors(problem: unknown): Record<string, string> {
  const [first] = Object.entries(fieldErrors(problem))
  if (first === undefined) return {}
  const [field, sentence] = first
  const [, row] = /^employees\.(\d+)\./.exec(field) ?? []
  return { employees: row === undefined ? sentence : `Line ${Number(row) + 1}: ${sentence}` }
}

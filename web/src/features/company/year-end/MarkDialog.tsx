import { api } from '@laurel/contract/routes'
import { W9_STATUSES, W9_WORDS, type W9Status } from '@laurel/domain/year-end'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { refreshYearEnd, type YearEndDetails } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { Select } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'

type MarkDialogProps = { person: YearEndDetails; year: number | undefined; onClose: () => void }

/** Says whether a person is an employee, and where their W-9 is. */
export function MarkDialog({ person, year, onClose }: MarkDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isEmployee, setEmployee] = useState(person.isEmployee)
  const [employeeNumber, setNumber] = useState(person.employeeNumber)
  const [w9, setW9] = useState<W9Status>(person.w9)
  const [w9On, setW9On] = useState(person.w9On ?? '')
  const save = useMutation({
    mutationFn: () =>
      call(api.markYearEndPerson, {
        params: { id: person.id },
        body: { isEmployee, employeeNumber, w9, w9On: w9 === 'received' && w9On !== '' ? w9On : null },
      }),
    onSuccess: async ({ id }) => {
      await refreshYearEnd(queryClient)
      onClose()
      // Someone with the same number took them in.
      if (id !== person.id) {
        void navigate({
          to: '/company/year-end/$id',
          params: { id: String(id) },
          search: year === undefined ? {} : { year },
        })
      }
    },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={i18n.t('Status of {name}', { name: person.name || person.email || i18n.t('this person') })}
      isDismissable={false}
    >
      <Form onSubmit={() => save.mutate()} problem={save.error} className="mt-4 grid gap-5">
        <div>
          <Checkbox isSelected={isEmployee} onChange={setEmployee}>
            {i18n.t('Employee')}
          </Checkbox>
          <p className="ms-8 text-muted text-small">
            {i18n.t(
              'For employees, gift cards count as wages from the first cent. Their cards are in the payroll file.',
            )}
          </p>
        </div>
        {isEmployee ? (
          <TextField
            label={i18n.t('Employee number (optional)')}
            name="employeeNumber"
            value={employeeNumber}
            onChange={setNumber}
            maxLength={40}
            autoComplete="off"
            hint={i18n.t('People with the same number become one person.')}
          />
        ) : (
          <>
            <Select
              label={i18n.t('W-9')}
              options={W9_STATUSES.map((value) => ({ value, label: i18n.t(W9_WORDS[value]) }))}
              value={w9}
              onChange={(value) => value && setW9(value)}
              hint={i18n.t('Keep the form itself in your own records. Don’t enter tax numbers here.')}
            />
            {w9 === 'received' && (
              <TextField
                label={i18n.t('Received on (optional)')}
                name="w9On"
                type="date"
                value={w9On}
                onChange={setW9On}
              />
            )}
          </>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button look="primary" type="submit" isPending={save.isPending}>
            {i18n.t('Save status')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

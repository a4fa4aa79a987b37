import { api } from '@laurel/contract/routes'
import type { BudgetPeriod } from '@laurel/domain/budgets'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { type Budget, companyQueries, refreshBudgets } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { ComboBox } from '../../parts/Select.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { FROM_NOW_ON, PERIOD_CHOICES, periodTerms, ROLL_OVER } from './budget-words.ts'

const EVERYONE = 'everyone'

export function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { teams, people } = useSuspenseQuery(companyQueries.people()).data
  const [name, setName] = useState('')
  const [whom, setWhom] = useState<string | null>(EVERYONE)
  const [cents, setCents] = useState<number | null>(null)
  const [period, setPeriod] = useState<BudgetPeriod>('quarter')
  const [rollsOver, setRollsOver] = useState(false)
  const key = useRef(freshKey())
  const choices = [
    { value: EVERYONE, label: i18n.t('Whole company') },
    ...teams.map((team) => ({ value: `team ${team.id}`, label: team.name, detail: i18n.t('Team') })),
    ...people.map((person) => ({ value: `person ${person.id}`, label: person.name, detail: person.email })),
  ]
  const making = useMutation({
    mutationFn: (amountCents: number) => {
      const [kind, id] = (whom ?? '').split(' ')
      return call(api.makeBudget, {
        body: {
          name: name.trim(),
          period,
          amountCents,
          rollsOver,
          ...(kind === 'team' && { teamId: Number(id) }),
          ...(kind === 'person' && { personId: Number(id) }),
        },
        idempotencyKey: key.current,
      })
    },
    onSuccess: async (budget) => {
      await refreshBudgets(queryClient)
      showToast({ title: i18n.t('{name} added', { name: budget.name }) })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('New budget')} isDismissable={false}>
      <Form
        onSubmit={() => cents !== null && making.mutate(cents)}
        check={() => ({
          ...missing({ name }),
          ...(cents === null && { amountCents: FIELD_REQUIRED }),
          ...(whom === null && { whom: FIELD_REQUIRED }),
        })}
        problem={making.error}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={i18n.t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
        />
        <ComboBox
          label={i18n.t('Who it’s for')}
          name="whom"
          options={choices}
          value={whom}
          onChange={setWhom}
        />
        <MoneyField
          label={i18n.t('Amount')}
          name="amountCents"
          cents={cents}
          onChangeCents={setCents}
          hint={i18n.t('The full cost of an order counts: cards, fees, and delivery.')}
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-label">
            {i18n.t('Every')}
          </span>
          <Segment
            label={i18n.t('Every')}
            options={PERIOD_CHOICES.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
            value={period}
            onChange={setPeriod}
            fills
          />
          <p className="text-muted text-small">
            {i18n.t('Orders placed before you add the budget don’t count.')}
          </p>
        </div>
        <Checkbox isSelected={rollsOver} onChange={setRollsOver}>
          {i18n.t(ROLL_OVER[period])}
        </Checkbox>
        <DialogFoot onClose={onClose} isPending={making.isPending}>
          {i18n.t('Add budget')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}

export function EditBudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [name, setName] = useState(budget.name)
  const [cents, setCents] = useState<number | null>(budget.amountCents)
  const changing = useMutation({
    mutationFn: (amountCents: number) =>
      call(api.changeBudget, { params: { id: budget.id }, body: { name: name.trim(), amountCents } }),
    onSuccess: async () => {
      await refreshBudgets(queryClient)
      onClose()
    },
  })
  const { period, appliesTo } = budget
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Edit budget')} isDismissable={false}>
      <Form
        onSubmit={() => cents !== null && changing.mutate(cents)}
        check={() => ({ ...missing({ name }), ...(cents === null && { amountCents: FIELD_REQUIRED }) })}
        problem={changing.error}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={i18n.t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
        />
        <MoneyField
          label={i18n.t('Amount')}
          name="amountCents"
          cents={cents}
          onChangeCents={setCents}
          hint={i18n.t(FROM_NOW_ON[period])}
        />
        <p className="text-muted text-small">
          {appliesTo === ''
            ? i18n.t('For the whole company, {terms}. To change this, end the budget and add another one.', {
                terms: periodTerms(budget),
              })
            : i18n.t('For {name}, {terms}. To change this, end the budget and add another one.', {
                name: appliesTo,
                terms: periodTerms(budget),
              })}
        </p>
        <DialogFoot onClose={onClose} isPending={changing.isPending}>
          {i18n.t('Save budget')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}

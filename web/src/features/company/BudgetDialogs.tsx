import { api } from '@laurel/contract/routes'
import type { BudgetPeriod } from '@laurel/domain/budgets'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { type Budget, companyQueries, refreshBudgets } from '../../app/company.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { ComboBox } from '../../parts/Select.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { PERIOD_CHOICES } from './budget-words.ts'

const EVERYONE = 'everyone'

export function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { teams, people } = useSuspenseQuery(companyQueries.people()).data
  const [name, setName] = useState('')
  const [whom, setWhom] = useState<string | null>(EVERYONE)
  const [cents, setCents] = useState<number | null>(null)
  const [period, setPeriod] = useState<BudgetPeriod>('quarter')
  const [rollsOver, setRollsOver] = useState(false)
  const key = useRef(freshKey())
  const choices = [
    { value: EVERYONE, label: 'Whole company' },
    ...teams.map((team) => ({ value: `team ${team.id}`, label: team.name, detail: 'Team' })),
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
      showToast({ title: `${budget.name} added` })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title="New budget" isDismissable={false}>
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
        <TextField label="Name" name="name" value={name} onChange={setName} maxLength={60} autoFocus />
        <ComboBox label="Who it’s for" name="whom" options={choices} value={whom} onChange={setWhom} />
        <MoneyField
          label="Amount"
          name="amountCents"
          cents={cents}
          onChangeCents={setCents}
          hint="The whole cost of an order counts: cards, fees, and delivery."
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-label">
            Every
          </span>
          <Segment label="Every" options={PERIOD_CHOICES} value={period} onChange={setPeriod} fills />
          <p className="text-muted text-small">Orders placed before you add the budget don’t count.</p>
        </div>
        <Checkbox isSelected={rollsOver} onChange={setRollsOver}>
          Roll over what’s left to the next {period}
        </Checkbox>
        <DialogFoot onClose={onClose}>
          <Button look="primary" type="submit" isPending={making.isPending}>
            Add budget
          </Button>
        </DialogFoot>
      </Form>
    </Modal>
  )
}

export function EditBudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
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
  const { period, rollsOver, appliesTo } = budget
  return (
    <Modal isOpen onClose={onClose} title="Edit budget" isDismissable={false}>
      <Form
        onSubmit={() => cents !== null && changing.mutate(cents)}
        check={() => ({ ...missing({ name }), ...(cents === null && { amountCents: FIELD_REQUIRED }) })}
        problem={changing.error}
        className="mt-4 grid gap-5"
      >
        <TextField label="Name" name="name" value={name} onChange={setName} maxLength={60} autoFocus />
        <MoneyField
          label="Amount"
          name="amountCents"
          cents={cents}
          onChangeCents={setCents}
          hint={`From this ${period} on. Earlier ones keep their amount.`}
        />
        <p className="text-muted text-small">
          For {appliesTo === '' ? 'the whole company' : appliesTo}, every {period},{' '}
          {rollsOver ? 'rolls over' : 'no rollover'}. To change this, end the budget and add another one.
        </p>
        <DialogFoot onClose={onClose}>
          <Button look="primary" type="submit" isPending={changing.isPending}>
            Save budget
          </Button>
        </DialogFoot>
      </Form>
    </Modal>
  )
}

function DialogFoot({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      {children}
    </div>
  )
}

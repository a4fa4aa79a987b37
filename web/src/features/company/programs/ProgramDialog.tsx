import { api } from '@laurel/contract/routes'
import { FIELD_VALUE_MAX } from '@laurel/domain/order-fields'
import {
  MAX_LEAD_DAYS,
  PROGRAM_KIND_WORDS,
  PROGRAM_KINDS,
  type ProgramKind,
  WEEKEND_RULES,
  type WeekendRule,
} from '@laurel/domain/programs'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { companyQueries, type Program } from '../../../app/company.queries.ts'
import { savedQueries } from '../../../app/customer.queries.ts'
import { paths } from '../../../app/paths.ts'
import { savedDesignsQuery } from '../../../app/saved-designs.queries.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { plural } from '../../../parts/format.ts'
import { Modal } from '../../../parts/Modal.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { Select } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { type AmountDraft, AmountFields, amountDraft, amountsOf } from './AmountFields.tsx'
import { WEEKEND_WORDS } from './program-words.ts'

type ProgramDialogProps = {
  /** Undefined for a new one. */
  program: Program | undefined
  onClose: () => void
}

/** What a program orders, for whom, and when. Saving leads to its preview. */
export function ProgramDialog({ program, onClose }: ProgramDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(program?.name ?? '')
  const [kind, setKind] = useState<ProgramKind>(program?.kind ?? 'birthday')
  const [listId, setListId] = useState<number | null>(program?.list?.id ?? null)
  const [designId, setDesignId] = useState<number | null>(program?.design?.id ?? null)
  const [amounts, setAmounts] = useState<AmountDraft[]>(() => amountDraft(program?.amounts))
  const [leadDays, setLeadDays] = useState(program?.leadDays ?? 5)
  const [weekend, setWeekend] = useState<WeekendRule>(program?.weekend ?? 'friday_before')
  const [fields, setFields] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries((program?.fields ?? []).map(({ id, value }) => [id, value])),
  )
  const { data: lists = [] } = useQuery(savedQueries.lists())
  const { data: designs = [] } = useQuery(savedDesignsQuery())
  const { data: asked = [] } = useQuery(companyQueries.orderFields())
  const shared = lists.filter((list) => list.shared !== null)
  const digital = designs.filter((design) => design.rewardTypeData.name === 'digital')
  const key = useRef(freshKey())
  const given = amountsOf(kind, amounts)
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        listId: listId!,
        savedDesignId: designId!,
        amounts: given ?? [],
        leadDays,
        weekend,
        fields: asked.flatMap(({ id }) => (fields[id] ? [{ id, value: fields[id] }] : [])),
      }
      return program === undefined
        ? call(api.makeProgram, { body: { ...body, kind }, idempotencyKey: key.current })
        : call(api.changeProgram, { params: { id: program.id }, body })
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries(companyQueries.programs())
      onClose()
      if (program !== undefined) return showToast({ title: 'Program saved', text: 'It’s paused.' })
      await navigate({ to: '/company/programs/$id', params: { id: String(id) } })
    },
    onError: () => {
      key.current = freshKey()
    },
  })

  return (
    <Modal isOpen onClose={onClose} title={program ? 'Edit program' : 'Add program'} isDismissable={false}>
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          ...missing({ name }),
          ...(listId === null && { listId: FIELD_REQUIRED }),
          ...(designId === null && { savedDesignId: FIELD_REQUIRED }),
          ...(given === undefined && {
            amounts: kind === 'anniversary' ? 'Enter each amount, with different years.' : 'Enter an amount.',
          }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            <TextField label="Name" name="name" value={name} onChange={setName} maxLength={60} autoFocus />
            {program === undefined && (
              <Select<ProgramKind>
                label="What it’s for"
                name="kind"
                options={PROGRAM_KINDS.map((value) => ({ value, label: PROGRAM_KIND_WORDS[value].label }))}
                value={kind}
                onChange={(value) => value !== null && setKind(value)}
              />
            )}
            <Select<number>
              label="List"
              name="listId"
              hint={`A list that your company shares. Each person needs a ${PROGRAM_KIND_WORDS[kind].dateLabel}.`}
              placeholder={shared.length === 0 ? 'No shared lists yet' : 'Choose a list'}
              options={shared.map(({ id, name: label, peopleCount }) => ({
                value: id,
                label,
                detail: plural(peopleCount, 'person', 'people'),
              }))}
              value={listId}
              onChange={setListId}
            />
            <Select<number>
              label="Saved design"
              name="savedDesignId"
              hint={
                digital.length > 0 ? (
                  'A design for digital cards, with its message.'
                ) : (
                  <>
                    <Link to={paths.myRewards} search={{ createNew: true } as never} className="link">
                      Design a digital card
                    </Link>{' '}
                    and save its design.
                  </>
                )
              }
              placeholder={digital.length === 0 ? 'No digital designs yet' : 'Choose a design'}
              options={digital.map(({ id, name: label }) => ({ value: id, label }))}
              value={designId}
              onChange={setDesignId}
            />
            <AmountFields kind={kind} amounts={amounts} onChange={setAmounts} error={errors.amounts} />
            <NumberField
              label="Order this many working days ahead"
              name="leadDays"
              hint="Time for approval, and to top up the balance."
              minValue={0}
              maxValue={MAX_LEAD_DAYS}
              value={leadDays}
              onChange={(days) => setLeadDays(Number.isNaN(days) ? 0 : days)}
              hasSteps
            />
            <Select<WeekendRule>
              label="If the day is on a weekend, cards arrive"
              name="weekend"
              options={WEEKEND_RULES.map((value) => ({ value, label: WEEKEND_WORDS[value] }))}
              value={weekend}
              onChange={(value) => value !== null && setWeekend(value)}
            />
            {asked.map((field) => {
              const label = field.required ? field.name : `${field.name} (optional)`
              const value = fields[field.id] ?? ''
              const change = (next: string | null) => setFields({ ...fields, [field.id]: next ?? '' })
              return field.values.length === 0 ? (
                <TextField
                  key={field.id}
                  label={label}
                  value={value}
                  onChange={change}
                  maxLength={FIELD_VALUE_MAX}
                  autoComplete="off"
                />
              ) : (
                <Select<string>
                  key={field.id}
                  label={label}
                  options={field.values.map((one) => ({ value: one, label: one }))}
                  value={field.values.includes(value) ? value : null}
                  onChange={change}
                />
              )
            })}
            {program?.state === 'active' && (
              <p className="text-muted text-small">Saving pauses the program until it’s turned on again.</p>
            )}
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="plain" onClick={onClose}>
                Cancel
              </Button>
              <Button look="primary" type="submit" isPending={save.isPending}>
                {program ? 'Save program' : 'Add program'}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Modal>
  )
}

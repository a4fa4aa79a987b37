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
import { useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
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
  const i18n = useTexts()
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
      if (program !== undefined) {
        return showToast({ title: i18n.t('Program saved'), text: i18n.t('It’s paused.') })
      }
      await navigate({ to: '/company/programs/$id', params: { id: String(id) } })
    },
    onError: () => {
      key.current = freshKey()
    },
  })

  return (
    <Modal
      isOpen
      onClose={onClose}
      title={program ? i18n.t('Edit program') : i18n.t('Add program')}
      isDismissable={false}
    >
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          ...missing({ name }),
          ...(listId === null && { listId: FIELD_REQUIRED }),
          ...(designId === null && { savedDesignId: FIELD_REQUIRED }),
          ...(given === undefined && {
            amounts:
              kind === 'anniversary'
                ? i18n.t('Enter each amount, with different years.')
                : i18n.t('Enter an amount.'),
          }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            <TextField
              label={i18n.t('Name')}
              name="name"
              value={name}
              onChange={setName}
              maxLength={60}
              autoFocus
            />
            {program === undefined && (
              <Select<ProgramKind>
                label={i18n.t('What it’s for')}
                name="kind"
                options={PROGRAM_KINDS.map((value) => ({
                  value,
                  label: i18n.t(PROGRAM_KIND_WORDS[value].label),
                }))}
                value={kind}
                onChange={(value) => value !== null && setKind(value)}
              />
            )}
            <Select<number>
              label={i18n.t('List')}
              name="listId"
              hint={i18n.t(PROGRAM_KIND_WORDS[kind].listSays)}
              placeholder={shared.length === 0 ? i18n.t('No shared lists yet') : i18n.t('Choose a list')}
              options={shared.map(({ id, name: label, peopleCount }) => ({
                value: id,
                label,
                detail: i18n.t('{people, plural, one {# person} other {# people}}', { people: peopleCount }),
              }))}
              value={listId}
              onChange={setListId}
            />
            <Select<number>
              label={i18n.t('Saved design')}
              name="savedDesignId"
              hint={
                digital.length > 0
                  ? i18n.t('A design for digital cards, with its message.')
                  : inText(
                      i18n.t('{design} and save its design.', { design: SLOT }),
                      <Link to={paths.myRewards} search={{ createNew: true } as never} className="link">
                        {i18n.t('Design a digital card')}
                      </Link>,
                    )
              }
              placeholder={
                digital.length === 0 ? i18n.t('No digital designs yet') : i18n.t('Choose a design')
              }
              options={digital.map(({ id, name: label }) => ({ value: id, label }))}
              value={designId}
              onChange={setDesignId}
            />
            <AmountFields kind={kind} amounts={amounts} onChange={setAmounts} error={errors.amounts} />
            <NumberField
              label={i18n.t('Order this many working days ahead')}
              name="leadDays"
              hint={i18n.t('Time for approval, and to top up the balance.')}
              minValue={0}
              maxValue={MAX_LEAD_DAYS}
              value={leadDays}
              onChange={(days) => setLeadDays(Number.isNaN(days) ? 0 : days)}
              hasSteps
            />
            <Select<WeekendRule>
              label={i18n.t('If the day is on a weekend, cards arrive')}
              name="weekend"
              options={WEEKEND_RULES.map((value) => ({ value, label: i18n.t(WEEKEND_WORDS[value]) }))}
              value={weekend}
              onChange={(value) => value !== null && setWeekend(value)}
            />
            {asked.map((field) => {
              const label = field.required ? field.name : i18n.t('{name} (optional)', { name: field.name })
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
              <p className="text-muted text-small">
                {i18n.t('Saving pauses the program until it’s turned on again.')}
              </p>
            )}
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="plain" onClick={onClose}>
                {i18n.t('Cancel')}
              </Button>
              <Button look="primary" type="submit" isPending={save.isPending}>
                {program ? i18n.t('Save program') : i18n.t('Add program')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Modal>
  )
}

import { api } from '@laurel/contract/routes'
import type { SiteLimits } from '@laurel/domain/limits'
import { MESSAGE_MAX } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import { BLANK_ROW, type RecipientField, type RecipientRow } from '@laurel/domain/recipient-fields'
import { judgeRecipient } from '@laurel/domain/recipient-row'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { camelKey } from '../../../app/case.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { type AddressField, PersonFields } from '../../../parts/address/PersonFields.tsx'
import { Button } from '../../../parts/Button.tsx'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { Form } from '../../../parts/Form.tsx'
import { LanguageField } from '../../../parts/LanguageField.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import type { RecipientChange } from './columns.ts'
import type { Recipient } from './recipients.queries.ts'
import { refreshList } from './recipients-cache.ts'
import type { RowEdits } from './row-edits.ts'
import { nameOf } from './row-problems.ts'

type PersonSheetOptions = {
  item: CardItem
  edits: RowEdits
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  onRemove: (row: Recipient) => void
}
type PersonSheet = {
  add: () => void
  /** @param field the wire field to focus */
  edit: (row: Recipient, field?: string) => void
  open: ReactNode
}

/** The form to add a person, or to edit one outside of the grid. */
export function usePersonSheet({
  item,
  edits,
  limits,
  everyoneCents,
  onRemove,
}: PersonSheetOptions): PersonSheet {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Recipient | 'new' | null>(null)
  const [startAt, setStartAt] = useState<string>()
  const close = () => setShown(null)

  async function add(values: RecipientChange, idempotencyKey: string) {
    const body = { cardItemId: item.id, ...values }
    const created = await edits.sent(() => call(api.createRecipient, { body, idempotencyKey }))
    await refreshList(queryClient, item.id)
    showToast({
      title: i18n.t('{name} is on the list', { name: nameOf(created) || i18n.t('One person') }),
      text: i18n.t('Row {row, number}.', { row: created.position }),
    })
  }

  function remove(row: Recipient) {
    close()
    onRemove(row)
  }

  const isNew = shown === 'new'
  return {
    add: () => setShown('new'),
    edit: (row, field) => {
      setStartAt(field)
      setShown(row)
    },
    open: (
      <Modal
        isOpen={shown !== null}
        onClose={close}
        title={isNew ? i18n.t('Add one person') : i18n.t('Edit person')}
      >
        {shown !== null && shown !== 'new' && <p className="text-muted text-small">{placeOf(shown)}</p>}
        {shown !== null && (
          <PersonForm
            rewardType={item.rewardTypeData.name}
            limits={limits}
            everyoneCents={everyoneCents}
            person={isNew ? undefined : shown}
            startAt={isNew ? undefined : startAt}
            onSave={async (values, key) => {
              if (isNew) await add(values, key)
              else await edits.save(shown, values)
            }}
            onDone={close}
            {...(!isNew && { onRemove: () => remove(shown) })}
          />
        )}
      </Modal>
    ),
  }
}

/** The position in the list, and the row in the imported file, which also counts its headings. */
function placeOf({ position, importRow }: Recipient): string {
  const i18n = pageTexts()

  return importRow === null
    ? i18n.t('Row {position, number} of the list', { position })
    : i18n.t('Row {position, number} of the list, row {row, number} of the file', {
        position,
        row: importRow,
      })
}

type PersonFormProps = {
  rewardType: RewardType
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  /** Undefined for a new person. */
  person: Recipient | undefined
  /** The wire field to focus. */
  startAt?: string | undefined
  onSave: (values: RecipientRow, idempotencyKey: string) => Promise<void>
  onDone: () => void
  onRemove?: () => void
}

/** Shows errors before sending. */
function PersonForm(props: PersonFormProps) {
  const i18n = useTexts()
  const { rewardType, limits, everyoneCents, person, startAt, onSave, onDone, onRemove } = props
  const [values, setValues] = useState<RecipientRow>(person ?? BLANK_ROW)
  const [hasMessage, setHasMessage] = useState(values.message !== '' || startAt === 'message')
  const key = useRef(freshKey())
  const fields = useRef<HTMLDivElement>(null)
  const save = useMutation({
    mutationFn: (row: RecipientRow) => onSave(row, key.current),
    onSuccess: onDone,
  })

  useEffect(() => {
    if (startAt !== undefined) fieldIn(fields.current, camelKey(startAt))?.focus()
  }, [startAt])

  const { row, problems } = judgeRecipient(rewardType, values, limits)
  const wrong = problems.filter(({ severity }) => severity === 'error')

  function change(field: Exclude<RecipientField, 'amountCents'>, value: string) {
    setValues((before) => ({ ...before, [field]: value }))
  }

  const others: Record<Exclude<RecipientField, AddressField>, ReactNode> = {
    language: <LanguageField value={values.language} onChange={(language) => change('language', language)} />,
    amountCents: (
      <MoneyField
        label={i18n.t('Personal value (optional)')}
        name="amountCents"
        cents={values.amountCents}
        hint={
          everyoneCents === null
            ? i18n.t('Or set one value for everyone.')
            : i18n.t('Everyone gets {amount}.', { amount: formatCents(everyoneCents) })
        }
        onChangeCents={(amountCents) => setValues((before) => ({ ...before, amountCents }))}
      />
    ),
    message: hasMessage ? (
      <TextArea
        label={i18n.t('Personal message (optional)')}
        rows={3}
        maxLength={MESSAGE_MAX}
        name="message"
        value={values.message}
        onChange={(message) => change('message', message)}
      />
    ) : (
      <Button look="link" className="justify-self-start" onClick={() => setHasMessage(true)}>
        {i18n.t('Add a personal message')}
      </Button>
    ),
  }

  return (
    <Form
      onSubmit={() => save.mutate(row)}
      check={() => Object.fromEntries(wrong.map(({ field, message }) => [field, message]))}
      problem={save.error}
      className="mt-4 grid gap-4"
    >
      <div ref={fields} className="grid gap-4">
        <PersonFields
          values={values}
          onChange={change}
          asks={rewardType === 'digital' ? ['email'] : ['address']}
        />
        {Object.entries(others).map(([field, input]) => (
          <Fragment key={field}>{input}</Fragment>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {onRemove && (
          <Button look="danger" className="me-auto" onClick={onRemove}>
            {i18n.t('Remove')}
          </Button>
        )}
        <Button look="primary" type="submit" isPending={save.isPending}>
          {person ? i18n.t('Save') : i18n.t('Add to the list')}
        </Button>
      </div>
    </Form>
  )
}

/** The visible control of a field; some keep their value in a hidden input. */
function fieldIn(fields: HTMLElement | null, name: string): HTMLElement | null {
  const named = fields?.querySelector<HTMLElement>(`[name="${name}"]`)
  // A number's hidden input follows the visible one; others are inside.
  const first = named?.matches('[type=hidden]') ? named.previousElementSibling : named?.parentElement
  for (let box = first; box && box !== fields; box = box.parentElement) {
    const seen = box.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')
    if (seen) return seen
  }
  return null
}

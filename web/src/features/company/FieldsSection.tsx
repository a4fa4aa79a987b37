import { api } from '@laurel/contract/routes'
import { FIELD_NAME_MAX, MAX_ORDER_FIELDS } from '@laurel/domain/order-fields'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { fieldErrors, formError } from '../../app/api-problem.ts'
import { type AnswerOf, call, freshKey } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../parts/Menu.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { Section } from '../../parts/Section.tsx'
import { TextArea, TextField } from '../../parts/TextField.tsx'

type OrderField = AnswerOf<'listOrderFields'>[number]

/** What the company asks about each order. */
export function FieldsSection() {
  const i18n = useTexts()
  const { data: fields } = useSuspenseQuery(companyQueries.orderFields())
  /** The field that is open in the dialog: null is a new one. */
  const [edited, setEdited] = useState<OrderField | null>()
  const refresh = useRefreshFields()
  const move = useMutation({
    mutationFn: ({ id, position }: { id: number; position: number }) =>
      call(api.patchOrderField, { params: { id }, body: { position } }),
    onSettled: refresh,
  })
  const isFull = fields.length >= MAX_ORDER_FIELDS

  return (
    <Section
      id="fields"
      title={i18n.t('Custom fields')}
      text={i18n.t(
        'Ask for a cost center, GL code, or campaign on each order. Values appear on invoices, in exports, and in search.',
      )}
    >
      {move.error && (
        <Note tone="bad" className="mb-4">
          {formError(move.error)}
        </Note>
      )}
      {fields.length > 0 && (
        <ul className="mb-5 border-line border-t">
          {fields.map((field, index) => (
            <li key={field.id} className="flex items-center gap-3 border-line border-b py-3">
              <div className="min-w-0 flex-1">
                <p className="break-words font-medium">{field.name}</p>
                <p className="break-words text-muted text-small">{fieldWords(field)}</p>
              </div>
              <Menu
                label={i18n.t('Actions for {name}', { name: field.name })}
                button={<Icon of={Ellipsis} size={18} />}
                buttonClassName={buttonClass('plain', 'round')}
                entries={[
                  { id: 'edit', label: i18n.t('Edit field'), icon: Pencil, onPress: () => setEdited(field) },
                  ...moves(field, index, fields.length, move.mutate),
                  {
                    id: 'remove',
                    label: i18n.t('Remove field'),
                    icon: Trash2,
                    isBad: true,
                    onPress: () => askToRemove(field, refresh),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-muted text-small">
          {i18n.t('A company can have up to {max} fields.', { max: MAX_ORDER_FIELDS })}
        </p>
      ) : (
        <Button onClick={() => setEdited(null)}>
          <Icon of={Plus} size={18} />
          {i18n.t('Add field')}
        </Button>
      )}
      {edited !== undefined && <FieldDialog field={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}

type Move = { id: number; position: number }

function moves({ id }: OrderField, index: number, count: number, move: (to: Move) => void): MenuEntry[] {
  const i18n = pageTexts()

  const up: MenuEntry = {
    id: 'up',
    label: i18n.t('Move up'),
    icon: ArrowUp,
    onPress: () => move({ id, position: index - 1 }),
  }
  const down: MenuEntry = {
    id: 'down',
    label: i18n.t('Move down'),
    icon: ArrowDown,
    onPress: () => move({ id, position: index + 1 }),
  }
  return [...(index > 0 ? [up] : []), ...(index < count - 1 ? [down] : [])]
}

const SHOWN_VALUES = 3

/** `Required. One of 4100, 4200, 4300, and 2 more.` */
function fieldWords({ required, values }: OrderField): string {
  const i18n = pageTexts()

  const need = required ? i18n.t('Required.') : i18n.t('Optional.')
  if (values.length === 0) return `${need} ${i18n.t('Buyers type a value.')}`
  const shown = values.slice(0, SHOWN_VALUES)
  const more = values.length - shown.length
  const named = more > 0 ? [...shown, i18n.t('{more} more', { more })] : shown
  return `${need} ${i18n.t('Choose from {values}.', { values: new Intl.ListFormat(i18n.locale).format(named) })}`
}

function useRefreshFields() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries(companyQueries.orderFields())
    // The cart asks for them, too.
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  }
}

function askToRemove({ id, name }: OrderField, refresh: () => Promise<void>): void {
  const i18n = pageTexts()

  openModal('confirm-dialog', {
    title: i18n.t('Remove {name}?', { name }),
    text: i18n.t('New orders won’t ask for it. Existing orders keep it.'),
    confirm: i18n.t('Remove field'),
    cancel: i18n.t('Keep field'),
    danger: true,
    onConfirm: async () => {
      await call(api.removeOrderField, { params: { id } })
      await refresh()
      showToast({ title: i18n.t('{name} removed', { name }) })
    },
  })
}

type FieldDialogProps = { field: OrderField | null; onClose: () => void }

function FieldDialog({ field, onClose }: FieldDialogProps) {
  const i18n = useTexts()
  const [name, setName] = useState(field?.name ?? '')
  const [required, setRequired] = useState(field?.required ?? false)
  const [typed, setTyped] = useState(field?.values.join('\n') ?? '')
  const key = useRef(freshKey())
  const refresh = useRefreshFields()
  const save = useMutation({
    mutationFn: () => {
      const values = typed.split('\n').map((line) => line.trim())
      const body = { name: name.trim(), required, values: values.filter((value) => value !== '') }
      return field
        ? call(api.patchOrderField, { params: { id: field.id }, body })
        : call(api.createOrderField, { body, idempotencyKey: key.current })
    },
    onSuccess: async () => {
      await refresh()
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={field ? i18n.t('Edit field') : i18n.t('Add field')}
      isDismissable={false}
    >
      <Form
        onSubmit={() => save.mutate()}
        check={() => missing({ name })}
        problem={save.error}
        errorsOf={errorsOf}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={i18n.t('Name')}
          name="name"
          hint={field ? i18n.t('Orders keep the name they were placed with.') : undefined}
          placeholder={i18n.t('Cost center')}
          value={name}
          onChange={setName}
          maxLength={FIELD_NAME_MAX}
          autoComplete="off"
          autoFocus
        />
        <TextArea
          label={i18n.t('Values to choose from (optional)')}
          name="values"
          hint={i18n.t('One per line. If blank, buyers type a value.')}
          value={typed}
          onChange={setTyped}
          rows={4}
          autoComplete="off"
        />
        <Checkbox isSelected={required} onChange={setRequired}>
          {i18n.t('Required to place an order')}
        </Checkbox>
        <DialogFoot onClose={onClose} isPending={save.isPending}>
          {field ? i18n.t('Save field') : i18n.t('Add field')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}

/** The server names the value in the list (`values.2`); all of them are in one field here. */
function errorsOf(problem: unknown): Record<string, string> {
  const { name, ...others } = fieldErrors(problem)
  const sentences = [...new Set(Object.values(others))]
  return {
    ...(name !== undefined && { name }),
    ...(sentences.length > 0 && { values: sentences.join(' ') }),
  }
}

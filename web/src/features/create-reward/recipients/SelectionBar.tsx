import { type SiteLimits, valueProblem } from '@laurel/domain/limits'
import { MESSAGE_MAX, messageProblems } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { CircleDollarSign, MessageSquareText, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import type { ListChanges } from './list-changes.ts'
import type { ListView } from './recipients.queries.ts'
import type { RecipientSelection } from './selection.ts'

type SelectionBarProps = {
  view: ListView
  /** The number of people in the view. */
  total: number
  rewardType: RewardType
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  selection: RecipientSelection
  changes: ListChanges
  onRemove: () => void
}

/** Phones have no room for the icons beside the three labels. */
const WIDE_ONLY = 'narrow:hidden!'

/** Actions for the selected people. */
export function SelectionBar({ view, total, selection, changes, onRemove, ...form }: SelectionBarProps) {
  const i18n = useTexts()
  const [giving, setGiving] = useState<'value' | 'message' | null>(null)
  const hasGiven = useRef(false)
  useEffect(() => {
    if (giving !== null || !hasGiven.current) return
    hasGiven.current = false
    // Return the focus to the grid. The list on phones has no cells, so the button keeps it.
    const cell = document.querySelector<HTMLElement>('[role=grid] [data-cell][tabindex="0"]')
    cell?.focus({ preventScroll: true })
  }, [giving])
  const isEmpty = selection.size === 0
  return (
    <>
      <div className="sticky top-0 z-4 mb-3.5 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-mid bg-surface px-4 py-1 shadow-lift-1 narrow:border-x-0 narrow:-mx-(--gutter) narrow:gap-y-2 narrow:rounded-none narrow:px-(--gutter) narrow:py-2">
        <span role="status" className="me-1">
          {selection.size === 0
            ? i18n.t('No one selected')
            : inText(
                i18n.t('{people, plural, one {{number} selected} other {{number} selected}}', {
                  people: selection.size,
                  number: SLOT,
                }),
                <b className="font-semibold">{count(selection.size)}</b>,
              )}
        </span>
        <span className="flex gap-x-3 narrow:ms-auto narrow:gap-x-1">
          {selection.size < total && (
            <Button size="compact" look="plain" onClick={selection.selectAll}>
              {i18n.t('Select all {people, number}', { people: total })}
            </Button>
          )}
          {selection.isChoosing ? (
            <Button size="compact" look="plain" onClick={selection.end}>
              {i18n.t('Done')}
            </Button>
          ) : (
            <Button size="compact" look="plain" onClick={selection.clear}>
              {i18n.t('Clear')}
            </Button>
          )}
        </span>
        <span className="ms-auto flex flex-wrap gap-2 narrow:ms-0 narrow:w-full narrow:[&>*]:flex-1">
          <Button size="compact" isDisabled={isEmpty} onClick={() => setGiving('value')}>
            <Icon of={CircleDollarSign} size={18} className={WIDE_ONLY} />
            {i18n.t('Set value')}
          </Button>
          <Button size="compact" isDisabled={isEmpty} onClick={() => setGiving('message')}>
            <Icon of={MessageSquareText} size={18} className={WIDE_ONLY} />
            {i18n.t('Set message')}
          </Button>
          <Button size="compact" look="danger" isDisabled={isEmpty} onClick={onRemove}>
            <Icon of={Trash2} size={18} className={WIDE_ONLY} />
            {isEmpty
              ? i18n.t('Remove')
              : i18n.t('Remove {people, plural, one {# person} other {# people}}', {
                  people: selection.size,
                })}
          </Button>
        </span>
      </div>
      <Modal
        isOpen={giving !== null}
        onClose={() => setGiving(null)}
        title={
          giving === 'message'
            ? i18n.t('A message for {people, plural, one {one person} other {# people}}', {
                people: selection.size,
              })
            : i18n.t('A value for {people, plural, one {one person} other {# people}}', {
                people: selection.size,
              })
        }
      >
        {giving && (
          <GiveForm
            {...form}
            what={giving}
            count={selection.size}
            onGive={async (given) => {
              await changes.give(selection.selection, view, given)
              hasGiven.current = true
              setGiving(null)
            }}
          />
        )}
      </Modal>
    </>
  )
}

type Given = { amountCents?: number | null; message?: string }

type GiveFormProps = {
  what: 'value' | 'message'
  count: number
  rewardType: RewardType
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  onGive: (given: Given) => Promise<void>
}

/** Sets a value or a message for the selected people. If blank, they get everyone's. */
function GiveForm({ what, count, rewardType, limits, everyoneCents, onGive }: GiveFormProps) {
  const i18n = useTexts()
  const [cents, setCents] = useState<number | null>(null)
  const [message, setMessage] = useState('')
  const give = useMutation({ mutationFn: onGive })

  function check() {
    const problem =
      what === 'value' ? valueProblem('amountCents', cents, limits) : messageProblems(message, rewardType)[0]
    return problem ? { [problem.field]: problem.message } : {}
  }

  return (
    <Form
      onSubmit={() => give.mutate(what === 'value' ? { amountCents: cents } : { message: message.trim() })}
      check={check}
      problem={give.error}
      className="mt-4 grid gap-4"
    >
      {what === 'value' ? (
        <MoneyField
          label={i18n.t('Value')}
          name="amountCents"
          cents={cents}
          onChangeCents={setCents}
          hint={
            everyoneCents === null
              ? i18n.t('If blank, they won’t have a value of their own.')
              : i18n.t('If blank, they get everyone’s {amount}.', { amount: formatCents(everyoneCents) })
          }
        />
      ) : (
        <TextArea
          label={i18n.t('Message')}
          name="message"
          rows={4}
          value={message}
          onChange={setMessage}
          maxLength={MESSAGE_MAX}
          hint={i18n.t('Replaces the message from the next step. If blank, they get that one.')}
        />
      )}
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={give.isPending}>
          {what === 'value'
            ? i18n.t('Set the value of {people, number}', { people: count })
            : i18n.t('Set the message of {people, number}', { people: count })}
        </Button>
      </div>
    </Form>
  )
}

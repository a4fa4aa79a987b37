import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { openModal } from '../../../app/modal-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { capitalized, count, spaced } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { Panel } from '../ListParts.tsx'
import { type OfficeOrder, useMay, useMe } from '../office.queries.ts'
import { useSave } from '../office-mutations.ts'
import { byWords } from '../office-words.ts'
import { officeMoment } from '../times.ts'
import { type Happening, type OrderNote, officeOrderQueries } from './order.queries.ts'

type Told = { key: string; at: string; happening?: Happening; note?: OrderNote }

/** The order's activity and notes, newest first. */
export function History({ order: { id } }: { order: OfficeOrder['order'] }) {
  const { data } = useQuery(officeOrderQueries.history(id))
  const { id: ownId } = useMe()
  if (!data) return null
  const told: Told[] = [
    ...data.happened.map((happening) => ({ key: happening.key, at: happening.at, happening })),
    ...data.notes.map((note) => ({ key: `note:${note.id}`, at: note.at, note })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <Panel title="Activity">
      <ol className="mt-3 text-note">
        {told.map(({ key, at, happening, note }) => (
          <li
            key={key}
            className="relative ps-6 pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line last:pb-0 last:before:hidden after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong"
          >
            {happening && <HappeningWords happening={happening} />}
            {note?.isMailed && <>{capitalized(whoWords(note, ownId))} emailed the customer</>}
            {note && (
              <span className="flex gap-1.5">
                <Icon
                  of={note.isMailed ? Mail : StickyNote}
                  size={16}
                  className="mt-0.5 text-muted"
                  label={note.isMailed ? 'Message:' : 'Note:'}
                />
                <span
                  className={`wrap-anywhere min-w-0 whitespace-pre-line ${note.isMailed ? '' : 'line-clamp-3'}`}
                >
                  {note.text}
                </span>
              </span>
            )}
            <Foot at={at} by={happening ?? note} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function HappeningWords({ happening }: { happening: Happening }) {
  const { deliveryId, recipient, words } = happening
  return (
    <>
      {happeningWords(happening)}
      {deliveryId !== null && (
        <>
          {': '}
          <Link to="/office/deliveries/$id" params={{ id: String(deliveryId) }} className="link break-words">
            {recipient || 'no name'}
          </Link>
        </>
      )}
      {words && <span className="wrap-anywhere block text-small">{saidWith(happening)}</span>}
    </>
  )
}

function Foot({ at, by }: { at: string; by: Pick<Happening, 'by' | 'byName'> | undefined }) {
  const { id } = useMe()
  return (
    <span className="block text-muted text-small">
      <time dateTime={at}>{officeMoment(at)}</time>
      {by && by.by !== '' && `, ${whoWords(by, id)}`}
    </span>
  )
}

/** Notes for the team. The customer never sees them. */
export function TeamNotes({ orderId }: { orderId: number }) {
  const { data } = useQuery(officeOrderQueries.history(orderId))
  const may = useMay()
  const canWrite = may('orders.note')
  const notes = data?.notes.filter((note) => !note.isMailed) ?? []
  if (!canWrite && notes.length === 0) return null
  return (
    <Panel title="Team notes">
      {canWrite && <NewNote orderId={orderId} />}
      {notes.length > 0 && (
        <ul className="mt-3 border-line border-t">
          {notes.map((note) => (
            <Note key={note.id} note={note} orderId={orderId} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NewNote({ orderId }: { orderId: number }) {
  const [text, setText] = useState('')
  const save = (written: string, idempotencyKey: string) =>
    call(api.addOrderNote, { params: { id: orderId }, body: { text: written }, idempotencyKey })
  return (
    <NoteForm
      label="New note"
      hint="Your team can see this note. The customer can’t."
      submit="Add note"
      text={text}
      onText={setText}
      save={save}
      onDone={() => setText('')}
    />
  )
}

function Note({ note, orderId }: { note: OrderNote; orderId: number }) {
  const [draft, setDraft] = useState<string>()
  const { id: ownId } = useMe()
  const params = { id: orderId, noteId: note.id }
  const remove = useSave({ save: () => call(api.deleteOrderNote, { params }), done: 'Note deleted' })
  const who = whoWords(note, ownId)
  const ask = () =>
    openModal('confirm-dialog', {
      title: 'Delete this note?',
      text: 'Your team will no longer see it. The audit log keeps a record that it existed.',
      confirm: 'Delete note',
      cancel: 'Keep note',
      danger: true,
      onConfirm: () => remove.mutate(),
    })
  return (
    <li className="border-line border-b py-3">
      {draft === undefined ? (
        <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
      ) : (
        <NoteForm
          label="Note"
          submit="Save note"
          text={draft}
          onText={setDraft}
          save={(text) => call(api.patchOrderNote, { params, body: { text } })}
          onDone={() => setDraft(undefined)}
          onCancel={() => setDraft(undefined)}
        />
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-muted text-small">
        <span>
          {capitalized(who)}, {officeMoment(note.at)}
          {note.editedAt && ', edited'}
        </span>
        {note.isMine && draft === undefined && (
          <>
            <Button look="link" size="compact" onClick={() => setDraft(note.text)}>
              Edit
            </Button>
            <Button look="link" size="compact" isPending={remove.isPending} onClick={ask}>
              Delete
            </Button>
          </>
        )}
      </p>
    </li>
  )
}

type NoteFormProps = {
  label: string
  hint?: string
  submit: string
  text: string
  onText: (text: string) => void
  save: (text: string, idempotencyKey: string) => Promise<unknown>
  onDone: () => void
  onCancel?: () => void
}

function NoteForm({ label, hint, submit, text, onText, save, onDone, onCancel }: NoteFormProps) {
  const saving = useSave({ save: (key) => save(text.trim(), key), onDone })
  return (
    <Form
      onSubmit={() => saving.mutate()}
      check={() => missing({ text })}
      problem={saving.error}
      className="my-3 grid gap-3"
    >
      <TextArea
        label={label}
        {...(hint && { hint })}
        name="text"
        value={text}
        onChange={onText}
        rows={3}
        maxLength={2_000}
      />
      <div className="flex gap-3">
        <Button type="submit" size="compact" isPending={saving.isPending}>
          {submit}
        </Button>
        {onCancel && (
          <Button look="plain" size="compact" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

const OF_ORDER: Readonly<Record<string, string>> = {
  cart: 'Cart',
  'order.placed': 'Placed',
  'money.received': 'Paid',
  pending_payment: 'Waiting for payment',
  in_review: 'Moved to review',
  approved: 'Approved',
  fulfilled: 'Fulfilled',
  declined: 'Declined',
  'order.held': 'Put on hold',
  'order.release_asked': 'Release requested, waiting for a second person',
  'order.released': 'Released',
  'order.reminded': 'Customer reminded of the payment',
  'refund.asked': 'Refund requested, waiting for a second person',
  'refund.approved': 'Refund approved',
  'refund.sent': 'Refund sent to the payment provider',
  'refund.done': 'Refunded',
  'refund.failed': 'Refund failed',
  'refund.refused': 'Refund rejected',
  'refund.stuck': 'Refund pending',
}

/** Singular and plural: `3 emails bounced`. */
const OF_DELIVERY: Readonly<Record<string, { one: string; many: string }>> = {
  bounced: { one: 'Email bounced', many: 'emails bounced' },
  returned: { one: 'Letter returned', many: 'letters returned' },
  replaced: { one: 'Letter replaced', many: 'letters replaced' },
  converted: { one: 'Letter replaced with a digital card', many: 'letters replaced with digital cards' },
  fixed: { one: 'Address changed', many: 'addresses changed' },
  mailed: { one: 'Shipped', many: 'shipped' },
  queued: { one: 'Sent again', many: 'sent again' },
}

/** An event in words. Shows an unknown event as it is. */
function happeningWords({ about, event, count: many }: Happening): string {
  if (about === 'order') {
    if (event === 'deliveries.resent')
      return many === 1 ? 'One card sent again' : `${count(many)} cards sent again`
    return OF_ORDER[event] ?? capitalized(spaced(event))
  }
  const words = OF_DELIVERY[event]
  if (!words) return capitalized(spaced(event))
  return many === 1 ? words.one : `${count(many)} ${words.many}`
}

const WITH_REASON: readonly string[] = ['declined', 'order.held', 'order.release_asked', 'order.released']

/** The text of an event, labeled if it is a reason. */
function saidWith({ event, words }: Pick<Happening, 'event' | 'words'>): string {
  return WITH_REASON.includes(event) ? `Reason: ${words}` : words
}

const DID: Readonly<Record<string, string>> = {
  pending_payment: 'placed it',
  in_review: 'moved it to review',
  approved: 'approved it',
  fulfilled: 'marked it as fulfilled',
  declined: 'declined it',
  'order.held': 'put it on hold',
  'order.release_asked': 'asked to release it',
  'order.released': 'released it',
  'order.reminded': 'reminded the customer',
  'deliveries.resent': 'sent cards again',
}

/** `approved it`. */
export function didWords({ event }: Happening): string {
  return DID[event] ?? 'changed it'
}

/** Who did it, by name if known. @param ownId the signed-in person's staff ID */
export function whoWords({ by, byName }: Pick<Happening, 'by' | 'byName'>, ownId: number): string {
  if (by === `staff:${ownId}`) return 'you'
  if (byName) return byName
  if (by.startsWith('customer')) return 'the customer'
  if (by === 'recipient' || by === 'mail server') return `the ${by}`
  return byWords(by, ownId)
}

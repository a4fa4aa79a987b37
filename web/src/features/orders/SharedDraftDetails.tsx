import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTitle } from '../../app/shell/navigation.tsx'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { BackLink, Button, LinkButton } from '../../parts/Button.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { count } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { sharedText } from '../../parts/Sharing.tsx'
import { afterSharing, stepToGoOnWith } from './DraftTable.tsx'
import { orderListQueries } from './order-lists.queries.ts'
import { itemName } from './order-words.ts'
import { editorText, mayEdit, type SharedDraft } from './SharedDrafts.tsx'

/** A draft that the company shares, as its editor last saved it. */
export function SharedDraftDetails({ id }: { id: number }) {
  const i18n = useTexts()
  const read = useQuery(orderListQueries.sharedDrafts())
  const draft = read.data?.find((one) => one.id === id)
  useTitle(draft && itemName(draft))
  return (
    <div className="page pb-24">
      <BackLink to="/my-rewards" search={{}} className="mt-5">
        {i18n.t('My rewards')}
      </BackLink>
      {draft ? (
        <Draft draft={draft} />
      ) : read.error ? (
        <ReadProblem read={read} className="mt-6" />
      ) : read.data ? (
        <div className="grid justify-items-center gap-3 py-16 text-center">
          <h1>{i18n.t('This draft isn’t shared anymore')}</h1>
          <p className="max-w-[44ch] text-muted">
            {i18n.t('It was deleted or ordered, or a colleague stopped sharing it.')}
          </p>
          <LinkButton to="/my-rewards" search={{}}>
            {i18n.t('Go to My rewards')}
          </LinkButton>
        </div>
      ) : (
        <Spinner label={i18n.t('Loading the draft')} className="mt-10" />
      )}
    </div>
  )
}

function Draft({ draft }: { draft: SharedDraft }) {
  const i18n = useTexts()
  const facts = [
    [i18n.t('Card type'), i18n.t(REWARD_TYPE_TITLES[draft.rewardTypeData.name])],
    [i18n.t('Reward'), draft.reward.name],
    [i18n.t('Cards'), i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: draft.cardCount })],
    [i18n.t('Value'), formatCents(draft.valueCents)],
    [i18n.t('From'), draft.senderName || i18n.t('Not set yet')],
    [i18n.t('Message'), draft.message || i18n.t('None yet')],
  ] as const
  return (
    <>
      <h1 className="mt-1 break-words">{itemName(draft)}</h1>
      <p className="mt-2 text-muted">{sharedText(draft.shared)}</p>
      <EditorNote draft={draft} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)_340px] gap-16 mid:grid-cols-1 mid:gap-10">
        <div className="grid content-start gap-10">
          <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-3">
            {facts.map(([title, value]) => (
              <div key={title} className="contents">
                <dt className="text-muted">{title}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
              </div>
            ))}
          </dl>
          {draft.recipientCount > 0 && <People draft={draft} />}
        </div>
        <CardItemCanvas item={draft} ofFirstPerson className="w-full max-w-[340px]" />
      </div>
    </>
  )
}

/** Who has it, and what the customer can do. */
function EditorNote({ draft }: { draft: SharedDraft }) {
  const i18n = useTexts()
  const { editor, shared, state } = draft
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [key] = useState(freshKey)
  const [isPending, setPending] = useState(false)
  const params = { id: draft.id }
  const open = (item: Parameters<typeof stepToGoOnWith>[0] & { id: number }) =>
    navigate({ to: stepToGoOnWith(item), search: { item: item.id } as never })

  async function act(title: string, work: () => Promise<unknown>) {
    setPending(true)
    try {
      await work()
    } catch (cause) {
      console.error(title, cause)
      showToast({ tone: 'bad', title, text: formError(cause) ?? i18n.t('Try again in a moment.') })
    } finally {
      setPending(false)
      await afterSharing(queryClient, draft.id)
    }
  }
  const takeOver = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Take over from {name}?', { name: editor.name }),
      text: i18n.t(
        '{name} is editing this card. If you take over, they can’t save their unsaved changes to it.',
        { name: editor.name },
      ),
      confirm: i18n.t('Take over'),
      cancel: i18n.t('Not now'),
      onConfirm: async () => open(await call(api.editDraft, { params, body: { takeOver: true } })),
    })

  return (
    <Note
      tone={mayEdit(draft) ? 'info' : 'warn'}
      className="mt-6"
      action={
        <span className="flex flex-wrap gap-2">
          {mayEdit(draft) && (
            <Button size="compact" onClick={() => open(draft)}>
              {i18n.t('Edit card')}
            </Button>
          )}
          {!mayEdit(draft) && state === 'draft' && (
            <Button size="compact" onClick={takeOver}>
              {i18n.t('Take over')}
            </Button>
          )}
          <Button
            size="compact"
            isPending={isPending}
            onClick={() =>
              act(i18n.t('We couldn’t copy this draft'), async () =>
                open(await call(api.copyDraft, { params, idempotencyKey: key })),
              )
            }
          >
            {i18n.t('Make a copy')}
          </Button>
          {shared.isOwn && mayEdit(draft) && (
            <Button
              size="compact"
              onClick={() =>
                act(i18n.t('We couldn’t stop sharing'), async () => {
                  await call(api.shareDraft, { params, body: { isShared: false } })
                  await navigate({ to: '/my-rewards', search: {} })
                })
              }
            >
              {i18n.t('Stop sharing')}
            </Button>
          )}
        </span>
      }
    >
      <span role="status">{editorText(draft)}.</span>
    </Note>
  )
}

function People({ draft }: { draft: SharedDraft }) {
  const i18n = useTexts()
  const { data } = useQuery({
    queryKey: ['recipients', draft.id, 'seen', draft.updatedAt, draft.recipientCount],
    queryFn: () => call(api.listRecipients, { query: { cardItemId: draft.id, page: 1, pageSize: 25 } }),
  })
  const people = data?.results ?? []
  const more = draft.recipientCount - people.length
  return (
    <section>
      <h2 className="text-h3">
        {i18n.t('{recipients, plural, one {# recipient} other {# recipients}}', {
          recipients: draft.recipientCount,
        })}
      </h2>
      <ul className="mt-3 grid gap-2">
        {people.map((person) => (
          <li key={person.id} className="wrap-anywhere border-line border-b pb-2">
            {`${person.firstName} ${person.lastName}`.trim() || person.email}
          </li>
        ))}
      </ul>
      {data && more > 0 && (
        <p className="mt-3 text-muted text-small">{i18n.t('And {more} more.', { more: count(more) })}</p>
      )}
    </section>
  )
}

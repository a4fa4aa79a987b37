import '@laurel/domain/list-sentences'
import { api } from '@laurel/contract/routes'
import {
  MERGE_FIELDS,
  MESSAGE_MAX,
  type MergeField,
  messageProblems,
  senderProblems,
} from '@laurel/domain/message-merge'
import { setupStepPath, setupStepTitle } from '@laurel/domain/product-setup-flow'
import type { RewardType } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { openCartPanel } from '../../../app/modal-store.ts'
import { refreshOrders } from '../../../app/orders.queries.ts'
import { paths } from '../../../app/paths.ts'
import { rememberUnsaved, unsavedOf, useSetupStore } from '../../../app/setup-store.ts'
import { translated, useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { cardItemQueries, catalogQueries } from '../create-reward.queries.ts'
import { useDraft } from '../current-card.ts'
import { insertAtCaret, MergeButtons } from '../MergeButtons.tsx'
import { useSender } from '../previews.tsx'
import { SetupFrame } from '../SetupFrame.tsx'
import { endCard, pendingOf, saveDraft } from '../save-draft.ts'
import { byOccasion, MessagePreview, nextMessage, type Occasion, stepOfMissing } from './MessagePreview.tsx'

/** The last step: the message, then into the cart. */
export function MessageScreen() {
  // Moving the card to the cart empties the store while this screen is still open.
  const [itemId] = useState(() => useSetupStore.getState().cardItemId ?? 0)
  return <Message item={useDraft(itemId)} />
}

function Message({ item }: { item: CardItem }) {
  const i18n = useTexts()
  const rewardType = item.rewardTypeData.name
  const [message, setMessage] = useState(() => latestOf(item).message)
  const [senderName, setSenderName] = useState(() => latestOf(item).senderName)
  const [showsMissing, setShowsMissing] = useState(false)
  const sender = useSender(senderName)
  const problem = messageProblems(message, rewardType)[0]?.message
  const senderProblem = senderProblems(senderName, rewardType)[0]?.message
  const addToCart = useAddToCart(item)

  return (
    <SetupFrame
      step="custom-message"
      rewardType={rewardType}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] mid:grid-cols-[minmax(0,1fr)] mid:content-start"
      notice={showsMissing && <Missing item={item} />}
      missing={problem ?? senderProblem}
      onChangedElsewhere={(changed) => {
        setMessage(latestOf(changed).message)
        setSenderName(latestOf(changed).senderName)
      }}
      action={{
        label: item.state === 'in_cart' ? i18n.t('Back to cart') : i18n.t('Add to cart'),
        onPress: async () => {
          setShowsMissing(true)
          await addToCart()
        },
      }}
    >
      <MessageFields
        rewardType={rewardType}
        message={message}
        senderName={senderName}
        sender={sender}
        problem={problem}
        senderProblem={senderProblem}
        onMessage={(next) => {
          setMessage(next)
          const fits = messageProblems(next, rewardType).length === 0
          rememberUnsaved({ message: fits ? undefined : next })
          if (fits) saveDraft({ message: next })
        }}
        onSenderName={(next) => {
          setSenderName(next)
          const fits = senderProblems(next, rewardType).length === 0
          rememberUnsaved({ senderName: fits ? undefined : next })
          if (fits) saveDraft({ senderName: next })
        }}
      />
      <MessagePreview item={item} message={message} sender={sender} />
    </SetupFrame>
  )
}

/** The texts as the customer last typed them, saved or not. */
function latestOf({ id, message, senderName }: CardItem): Pick<CardItem, 'message' | 'senderName'> {
  return { message, senderName, ...pick(pendingOf(id)), ...pick(unsavedOf(id)) }
}

function pick({ message, senderName }: { message?: string | undefined; senderName?: string | undefined }) {
  return { ...(message !== undefined && { message }), ...(senderName !== undefined && { senderName }) }
}

/** Puts the card in the cart, unless parts are missing. */
function useAddToCart(item: CardItem): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const key = useRef(freshKey())

  return async () => {
    // Saving may have changed what is missing.
    const latest = queryClient.getQueryData(cardItemQueries.one(item.id).queryKey) ?? item
    if (latest.missing.length > 0) return
    if (latest.state !== 'in_cart') {
      await call(api.addToCart, { body: { cardItemId: item.id }, idempotencyKey: key.current })
    }
    void refreshOrders(queryClient)
    queryClient.invalidateQueries({ queryKey: ['card-items'], refetchType: 'none' })
    await navigate({ to: paths.myRewards })
    endCard()
    // The panel shows what was added; a toast would cover its button.
    openCartPanel()
  }
}

/** The missing parts, with links to their steps. */
function Missing({ item }: { item: CardItem }) {
  const i18n = useTexts()
  const ref = useRef<HTMLDivElement>(null)
  const count = item.missing.length
  useEffect(() => {
    if (count > 0) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  if (count === 0) return null
  return (
    <div ref={ref} className="px-(--gutter) pt-6">
      <Note tone="bad">
        <p className="font-semibold">{i18n.t('Not quite finished')}</p>
        <ul className="mt-1 grid gap-1">
          {item.missing.map(({ field, message }) => {
            const step = stepOfMissing(field, item.rewardTypeData.name)
            return (
              <li key={`${field} ${message}`}>
                {translated(i18n, message)}{' '}
                <Link to={setupStepPath(step)} className="link">
                  {i18n.t('Go to {step}', { step: i18n.t(setupStepTitle(step)).toLowerCase() })}
                </Link>
              </li>
            )
          })}
        </ul>
      </Note>
    </div>
  )
}

const OF_A_PERSON: readonly MergeField[] = [MERGE_FIELDS[0], MERGE_FIELDS[1], MERGE_FIELDS[4]]
const OF_A_CARD: readonly MergeField[] = [MERGE_FIELDS[4]]

const LEAD: Record<RewardType, string> = {
  bulk: /*i18n*/ 'Printed on a letter for each card, all in one parcel. Keep it short; the card does the rest.',
  direct: /*i18n*/ 'Printed on the letter that carries the card. Keep it short; the card does the rest.',
  digital: /*i18n*/ 'Appears in the email below the card. Keep it short; the card does the rest.',
}

type MessageFieldsProps = {
  rewardType: RewardType
  message: string
  senderName: string
  /** The sender's name as recipients see it. */
  sender: string
  problem: string | undefined
  senderProblem: string | undefined
  onMessage: (message: string) => void
  onSenderName: (name: string) => void
}

function MessageFields(props: MessageFieldsProps) {
  const i18n = useTexts()
  const { rewardType, message, senderName, sender, problem, senderProblem, onMessage, onSenderName } = props
  const { data: messages } = useSuspenseQuery(catalogQueries.messages())
  const ref = useRef<HTMLDivElement>(null)

  const occasions = byOccasion(messages)
  const standing = occasions.find((occasion) => occasion.messages.some(({ text }) => text === message))

  function startFrom(occasion: Occasion) {
    const next = nextMessage(occasion, message)
    if (!next) return
    onMessage(next.text)
    if (standing || message.trim() === '') return
    showToast({
      tone: 'plain',
      title: i18n.t('Your message was replaced with “{name}”', { name: translated(i18n, occasion.name) }),
      onUndo: () => onMessage(message),
    })
  }

  function put(field: MergeField) {
    const area = ref.current?.querySelector('textarea')
    if (area) onMessage(insertAtCaret(area, field))
  }

  return (
    <section
      aria-labelledby="message-title"
      ref={ref}
      className="grid content-start gap-6 py-12 ps-[max(var(--gutter),calc((100vw-1344px)/2))] pe-12 mid:px-(--gutter) mid:py-6"
    >
      <div>
        <h1 id="message-title">{i18n.t('Message')}</h1>
        <p className="mt-2 text-muted">{i18n.t(LEAD[rewardType])}</p>
      </div>
      {messages.length > 0 && (
        <div className="grid min-w-0 gap-1.5">
          <span className="text-label">{i18n.t('Start from')}</span>
          <Chips label={i18n.t('Ready-made messages')}>
            {occasions.map((occasion) => (
              <Chip
                key={occasion.name}
                isSelected={occasion === standing}
                onPress={() => startFrom(occasion)}
              >
                {translated(i18n, occasion.name)}
              </Chip>
            ))}
          </Chips>
          {standing && standing.messages.length > 1 && (
            <p className="text-muted text-small">
              {i18n.t(
                '{more, plural, one {There is another.} other {There are # more.}} Click “{occasion}” again.',
                { more: standing.messages.length - 1, occasion: translated(i18n, standing.name) },
              )}
            </p>
          )}
        </div>
      )}
      <TextArea
        label={i18n.t('Your message')}
        name="message"
        rows={7}
        maxLength={MESSAGE_MAX}
        value={message}
        onChange={onMessage}
        error={problem}
      />
      <MergeButtons fields={rewardType === 'bulk' ? OF_A_CARD : OF_A_PERSON} onPut={put} />
      <TextField
        label={i18n.t('From')}
        name="senderName"
        value={senderName}
        onChange={onSenderName}
        error={senderProblem}
        autoComplete="off"
        hint={
          senderName.trim() === ''
            ? endSentence(i18n.t('If blank, we’ll use {sender}', { sender }))
            : undefined
        }
      />
    </section>
  )
}

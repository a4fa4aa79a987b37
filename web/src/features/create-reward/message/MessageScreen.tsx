import { api } from '@laurel/contract/routes'
import { messageProblems, senderProblems } from '@laurel/domain/message-merge'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { openCartPanel } from '../../../app/cart-panel-store.ts'
import { freshKey } from '../../../app/fresh-key.ts'
import { refreshOrders } from '../../../app/orders.queries.ts'
import { paths } from '../../../app/paths.ts'
import { keepUnsaved, unsavedOf, useSetupStore } from '../../../app/setup-store.ts'
import { endCard } from '../begin-card.ts'
import { type CardItem, cardItemQueries } from '../create-reward.queries.ts'
import { useGiver } from '../preview/use-giver.ts'
import { SetupFrame } from '../SetupFrame.tsx'
import { saveDraft } from '../save-draft.ts'
import { useDraft } from '../use-card-at-hand.ts'
import { MessageFields } from './MessageFields.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { Missing } from './Missing.tsx'

/** The last step: the words that travel with the card, and into the cart. */
export function MessageScreen() {
  // Kept over the hand-over, which empties the store while this screen still stands.
  const [itemId] = useState(() => useSetupStore.getState().cardItemId ?? 0)
  return <Message item={useDraft(itemId)} />
}

function Message({ item }: { item: CardItem }) {
  const rewardType = item.rewardTypeData.name
  const [message, setMessage] = useState(() => unsavedOf(item.id).message ?? item.message)
  const [senderName, setSenderName] = useState(() => unsavedOf(item.id).senderName ?? item.senderName)
  const [showsMissing, setShowsMissing] = useState(false)
  const giver = useGiver(senderName)
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
      action={{
        label: item.state === 'in_cart' ? 'Back to cart' : 'Add to cart',
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
        giver={giver}
        problem={problem}
        senderProblem={senderProblem}
        onMessage={(next) => {
          setMessage(next)
          const fits = messageProblems(next, rewardType).length === 0
          keepUnsaved({ message: fits ? undefined : next })
          if (fits) saveDraft({ message: next })
        }}
        onSenderName={(next) => {
          setSenderName(next)
          const fits = senderProblems(next, rewardType).length === 0
          keepUnsaved({ senderName: fits ? undefined : next })
          if (fits) saveDraft({ senderName: next })
        }}
      />
      <MessagePreview item={item} message={message} giver={giver} />
    </SetupFrame>
  )
}

/** Puts the card in the cart; one that lacks something stays, and says what. */
function useAddToCart(item: CardItem): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const key = useRef(freshKey())

  return async () => {
    // What was saved a moment ago may have changed what is missing.
    const latest = queryClient.getQueryData(cardItemQueries.one(item.id).queryKey) ?? item
    if (latest.missing.length > 0) return
    if (latest.state !== 'in_cart') {
      await call(api.addToCart, { body: { cardItemId: item.id }, idempotencyKey: key.current })
    }
    void refreshOrders(queryClient)
    queryClient.invalidateQueries({ queryKey: ['card-items'], refetchType: 'none' })
    await navigate({ to: paths.myRewards })
    endCard()
    // The panel shows what was added; a toast would stand in front of its button.
    openCartPanel()
  }
}

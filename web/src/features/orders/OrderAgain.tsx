import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { freshKey } from '../../app/fresh-key.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { addAgain, addedText } from './add-again.ts'

/** Puts the same cards for the same people in the cart, to be looked over and paid. What else can be done stands beside it. */
export function OrderAgain({ order, children }: { order: Order; children: ReactNode }) {
  const queryClient = useQueryClient()
  // One key for one wish: pressed again after a lost answer, the cards come once.
  const key = useRef(freshKey())
  const again = useMutation({
    mutationFn: () => addAgain(queryClient, order.id, key.current),
    onSuccess: (added) => {
      key.current = freshKey()
      // The cart shows it too, and on a phone the toast stands before its last button: not for long.
      showToast({ title: 'In your cart again', text: addedText(added), durationMs: 4_000 })
      openCartPanel()
    },
    // A refusal is an answer too: the next press is a new wish.
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.status > 0 && problem.status < 500)
        key.current = freshKey()
    },
  })
  return (
    <div className="not-printed grid justify-items-start gap-4">
      <div className="flex flex-wrap gap-3">
        <Button isPending={again.isPending} onClick={() => again.mutate()}>
          <Icon of={RotateCcw} size={18} />
          Order again
        </Button>
        {children}
      </div>
      {again.error && <Refused problem={again.error} />}
    </div>
  )
}

function Refused({ problem }: { problem: Error }) {
  if (!(problem instanceof ApiProblem) || problem.code !== 'order_is_frozen') {
    return <Note tone="bad">{formError(problem)}</Note>
  }
  return (
    <div role="status">
      <Note
        tone="warn"
        action={
          <Button size="compact" onClick={openCartPanel}>
            Open the cart
          </Button>
        }
      >
        Your cart is being paid, so nothing can be added to it now. Try again once that payment has ended.
      </Note>
    </div>
  )
}

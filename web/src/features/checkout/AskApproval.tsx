import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { isHostedPage, type PaymentMethod } from '@laurel/domain/payment-method'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { refreshApprovals } from '../../app/approval.queries.ts'
import { call, freshKey } from '../../app/call.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { anyOf, rulesWords } from '../../parts/approval-words.ts'
import { Button } from '../../parts/Button.tsx'
import { Chain } from '../../parts/Chain.tsx'
import { Note } from '../../parts/Note.tsx'
import type { OrderSummary } from '../../parts/SummaryLines.tsx'
import { TextArea } from '../../parts/TextField.tsx'
import { forgetPoNumber } from './cart-selections.ts'

export const NOTE_MAX = 500

export type NeededApproval = NonNullable<OrderSummary['approval']>

type ApprovalNeededProps = {
  approval: NeededApproval
  note: string
  onNote: (note: string) => void
}

/** Who is asked before the order is paid, and why, with a note to them. */
export function ApprovalNeeded({ approval: { steps, isBlocked }, note, onNote }: ApprovalNeededProps) {
  const i18n = useTexts()

  if (isBlocked) {
    return (
      <Note tone="warn">
        {i18n.t(
          'This order needs approval. You can’t approve your own order, and no one else in your company can. Ask an admin to change the approval rules.',
        )}
      </Note>
    )
  }
  return (
    <div className="grid max-w-[640px] gap-6">
      <Chain
        label={i18n.t('Approvals')}
        steps={steps.map(({ people, rules }, index) => ({
          id: String(index),
          state: index === 0 ? 'now' : 'ahead',
          title: index === 0 ? anyOf(people) : i18n.t('Then {people}', { people: anyOf(people) }),
          detail: `${rulesWords(rules)}.`,
        }))}
      />
      <TextArea
        label={i18n.t('Note for your approvers (optional)')}
        hint={i18n.t('What the cards are for, and anything they should know.')}
        value={note}
        onChange={onNote}
        maxLength={NOTE_MAX}
        rows={3}
        autoComplete="off"
      />
    </div>
  )
}

/** What happens once the order is approved, by the way to pay. */
export function afterApproval(method: PaymentMethod | null): string {
  const i18n = pageTexts()

  if (method === null || isHostedPage(method))
    return i18n.t('Nothing is charged now. You pay once it’s approved.')
  if (method === 'company_balance') return i18n.t('Your company balance pays as soon as it’s approved.')
  return i18n.t('Nothing is charged now. We place the order as soon as it’s approved.')
}

type SubmitButtonProps = {
  cents: number
  place: 'panel' | 'bar'
  isPending: boolean
  isDisabled: boolean
  onSubmit: () => void
}

export function SubmitButton({ cents, place, isPending, isDisabled, onSubmit }: SubmitButtonProps) {
  const i18n = useTexts()
  const whole = i18n.t('Submit {cents} for approval', { cents: formatCents(cents) })
  return (
    <Button
      look="primary"
      size="big"
      isPending={isPending}
      isDisabled={isDisabled}
      onClick={onSubmit}
      aria-label={
        place === 'bar' ? i18n.t('Submit for approval, {cents}', { cents: formatCents(cents) }) : undefined
      }
      className="whitespace-normal!"
    >
      {place === 'bar' ? i18n.t('Submit for approval') : whole}
    </Button>
  )
}

type Request = {
  orderId: number
  methodCode: PaymentMethod
  note: string
  poNumber: string
  /** The price the customer saw. The server refuses a different one. */
  seenTotalCents: number
  /** If missing, the saved list stays. */
  invoiceEmails?: string[]
}

/** Sends the cart for approval and opens the request. */
export function useSubmit() {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const intent = useRef({ of: '', key: '' })

  function keyOf(asked: Request): string {
    const of = JSON.stringify(asked)
    if (intent.current.of !== of) intent.current = { of, key: freshKey() }
    return intent.current.key
  }

  const submitting = useMutation({
    mutationFn: (asked: Request) => {
      const { orderId, ...body } = asked
      return call(api.submitForApproval, { params: { orderId }, body, idempotencyKey: keyOf(asked) })
    },
    onSuccess: async ({ id, name }) => {
      forgetPoNumber()
      void queryClient.invalidateQueries({ queryKey: ['customer'] })
      // Navigate first: without a cart, this screen redirects to My rewards.
      await navigate({ to: '/company/approvals', search: { request: id } })
      showToast({
        title: i18n.t('{name} was submitted for approval', { name }),
        text: i18n.t('We’ll email you when it’s approved or returned.'),
      })
      await refreshApprovals(queryClient)
    },
    onError: () => {
      // Also after a lost answer, because the request may have been made.
      void refreshApprovals(queryClient)
    },
  })
  return { submit: submitting.mutate, problem: submitting.error, isPending: submitting.isPending }
}

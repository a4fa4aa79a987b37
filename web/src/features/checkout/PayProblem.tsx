import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { useTexts } from '../../app/texts.ts'
import { Note } from '../../parts/Note.tsx'

/** Shown beside what they concern, which is loaded again. */
const TOLD_ELSEWHERE = [
  'order_is_empty',
  'card_items_need_attention',
  'card_item_incomplete',
  'order_field_missing',
  'shipping_missing',
  'address_missing',
  'payment_already_open',
  'order_is_frozen',
]

/** Why the payment didn't start, above the button. */
export function PayProblem({ problem }: { problem: unknown }) {
  const i18n = useTexts()
  const code = problem instanceof ApiProblem ? problem.code : ''
  if (code === 'registration_incomplete') {
    return (
      <div className="mb-4">
        <Note tone="bad">
          {i18n.t('Tell us about your business before you pay.')}{' '}
          <Link
            to={'/complete-registration' as string}
            search={{ redirect: '/checkout/payment-confirmation' } as never}
            className="link"
          >
            {i18n.t('Complete your registration')}
          </Link>
        </Note>
      </div>
    )
  }
  if (TOLD_ELSEWHERE.includes(code)) return null
  return <StepProblem problem={problem} />
}

/** Why the next step didn't open, above the button that was clicked. */
export function StepProblem({ problem }: { problem: unknown }) {
  const ref = useRef<HTMLDivElement>(null)
  const sentence = formError(problem)
  useEffect(() => {
    if (sentence) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence])
  if (!sentence) return null
  return (
    <div ref={ref} className="mb-4 scroll-mb-24">
      <Note tone="bad">{sentence}</Note>
    </div>
  )
}

import { formatCents } from '@laurel/domain/money'
import { isHostedPage, type PaymentMethod } from '@laurel/domain/payment-state'
import { Lock } from 'lucide-react'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { PAYMENT_METHODS } from '../../parts/payment-methods.ts'

type PayButtonProps = {
  method: PaymentMethod | null
  cents: number
  place: 'panel' | 'bar'
  /** The order is placed already, and only its payment is chosen. */
  isPlaced?: boolean
  isPending: boolean
  isDisabled?: boolean
  onPay: () => void
}

/** Says the sum, and by what. At the foot of a phone the sum stands beside it. */
export function PayButton({
  method,
  cents,
  place,
  isPlaced = false,
  isPending,
  isDisabled = false,
  onPay,
}: PayButtonProps) {
  const isHosted = method === null || isHostedPage(method)
  const whole = isHosted
    ? `Pay ${formatCents(cents)}`
    : `${isPlaced ? 'Pay' : 'Place order, pay'} ${formatCents(cents)} ${PAYMENT_METHODS[method].by}`
  const short = isHosted ? 'Pay' : 'Place order'
  return (
    <Button
      look="primary"
      size="big"
      isPending={isPending}
      isDisabled={isDisabled}
      onClick={onPay}
      aria-label={place === 'bar' ? whole : undefined}
      className="whitespace-normal!"
    >
      {isHosted && <Icon of={Lock} />}
      {place === 'bar' ? short : whole}
    </Button>
  )
}

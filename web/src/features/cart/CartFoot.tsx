import { formatCents } from '@laurel/domain/money'
import { paths } from '../../app/paths.ts'
import { Button } from '../../parts/Button.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { cartTotals } from './cart-totals.ts'

type CartFootProps = {
  totals: ReturnType<typeof cartTotals>
  isPending: boolean
  onCheckOut: () => void
  onLeave: () => void
}

/** What it comes to, and the way to check out. */
export function CartFoot({ totals, isPending, onCheckOut, onLeave }: CartFootProps) {
  return (
    <>
      <dl className="grid gap-2.5">
        <Sum label="Value on the cards" cents={totals.valueCents} />
        <Sum label="Card fees" cents={totals.feeCents} />
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3.5 font-semibold">
          <dt>Before delivery</dt>
          <dd className="text-figure">{formatCents(totals.beforeDeliveryCents)}</dd>
        </div>
      </dl>
      <Button look="primary" size="big" isPending={isPending} onClick={onCheckOut}>
        Check out
      </Button>
      <LinkButton to={paths.myRewards} search={{ createNew: true } as never} look="plain" onClick={onLeave}>
        Design another card
      </LinkButton>
    </>
  )
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  )
}

import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { Returned } from './Returned.tsx'
import type { ReturnedValues } from './returned-values.ts'
import { Scene } from './Scene.tsx'
import type { BankAnswer } from './use-bank-answer.ts'

type AskingBankProps = { order: Order; bank: BankAnswer; returned: ReturnedValues }

/** The outcome is not known yet, and nothing else is said. */
export function AskingBank({ order, bank, returned }: AskingBankProps) {
  if (bank.state === 'asking') {
    return (
      <Scene order={order}>
        <Spinner label="Asking the bank" />
        <h1>We are asking the bank</h1>
        <p className="max-w-[52ch] text-lead text-muted">
          It tells us in a moment whether your payment went through. There is nothing to press.
        </p>
        <Returned values={returned} />
      </Scene>
    )
  }
  return (
    <Scene order={order}>
      <h1>We are asking the bank</h1>
      <p role="status" className="max-w-[52ch] text-lead text-muted">
        It does not answer right now, so we do not know yet whether your payment went through. Your order is
        kept and cannot be charged twice. We keep asking, and write to you when we know.
      </p>
      <Returned values={returned} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" size="big" isPending={bank.isAskingAgain} onClick={bank.askAgain}>
          Retry
        </Button>
        <LinkButton to={'/my-rewards' as string} size="big">
          Go to my rewards
        </LinkButton>
      </div>
    </Scene>
  )
}

import { useEffect, useState } from 'react'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'

/** A code takes this long to arrive; a second one sent sooner would only confuse. */
const RESEND_AFTER_S = 30

type ResendCodeProps = {
  onResend: () => void
  isPending: boolean
  /** How many codes were sent from here. Each restarts the wait; at 0 there is no wait. */
  sent: number
}

/** Sends the code again after a countdown. */
export function ResendCode({ onResend, isPending, sent }: ResendCodeProps) {
  const i18n = useTexts()
  const left = useSecondsLeft(sent)
  const isWaiting = left > 0
  return (
    <Button
      look="link"
      isPending={isPending}
      // Not disabled, which would lose the focus on click.
      {...(isWaiting && { 'aria-disabled': true })}
      className={isWaiting ? 'cursor-default text-muted! no-underline!' : ''}
      onClick={() => {
        if (!isWaiting) onResend()
      }}
    >
      {isWaiting ? i18n.t('Send a new code in {left} s', { left }) : i18n.t('Send a new code')}
    </Button>
  )
}

function useSecondsLeft(sent: number): number {
  const [left, setLeft] = useState(sent > 0 ? RESEND_AFTER_S : 0)
  useEffect(() => {
    if (sent === 0) return
    const until = Date.now() + RESEND_AFTER_S * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [sent])
  return left
}

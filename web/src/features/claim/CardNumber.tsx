import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { openBy } from '@laurel/domain/card-words'
import { formatCents } from '@laurel/domain/money'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call } from '../../app/call.ts'
import type { Camelized } from '../../app/case.ts'
import { useSite } from '../../app/site.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import type { Claim } from './GiftedCard.tsx'

/** Number and PIN: asked for by a press, kept by nothing, and gone again with another. */
export function CardNumber({ token, claim }: { token: string; claim: Claim }) {
  const { timeZone } = useSite()
  const reveal = useMutation({
    mutationFn: () => call(api.revealClaim, { params: { token } }),
    gcTime: 0,
  })
  if (reveal.data !== undefined) return <Revealed card={reveal.data} onHide={reveal.reset} />
  return (
    <div className="grid justify-items-start gap-4">
      {reveal.isError && <Note tone="bad">{reveal.error.message}</Note>}
      <Button look="primary" size="big" isPending={reveal.isPending} onClick={() => reveal.mutate()}>
        <Icon of={Eye} size={18} />
        Show number and PIN
      </Button>
      <p className="max-w-[44ch] text-muted text-small">{hint(claim, timeZone)}</p>
    </div>
  )
}

type RevealedProps = { card: Camelized<OutputOf<'revealClaim'>>; onHide: () => void }

function Revealed({ card, onHide }: RevealedProps) {
  const section = useRef<HTMLElement>(null)
  // The button that was pressed is gone: the keyboard goes on where its answer stands.
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Number and PIN"
      className="grid w-full gap-4 outline-none"
    >
      <CopyField
        label="Card number"
        value={card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}
        copies={card.number}
      />
      <CopyField label="PIN" value={card.pin} />
      <p>
        {formatCents(card.balanceCents)} left of {formatCents(card.valueCents)}. Enter the number and the PIN
        where you pay.
      </p>
      <div>
        <Button onClick={onHide}>
          <Icon of={EyeOff} size={18} />
          Hide them again
        </Button>
      </div>
    </section>
  )
}

function hint({ state, claimedAt, expiresAt }: Claim, timeZone: string): string {
  if (state === 'claimed' && claimedAt) return `Opened on ${day(claimedAt)}. You can look again at any time.`
  const until = expiresAt ? ` ${openBy(lastDay(expiresAt, timeZone))}` : ''
  return `Anyone who sees them can spend the card. Make sure no one else can see your screen.${until}`
}

/** As the mail says it: the site's day, whatever the reader's clock shows. */
function lastDay(expiresAt: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(expiresAt))
}

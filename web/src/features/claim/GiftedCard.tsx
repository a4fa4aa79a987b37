import type { OutputOf } from '@laurel/contract/wire-types'
import { formatDollars } from '@laurel/domain/money'
import type { Camelized } from '../../app/case.ts'
import { useTitle } from '../../app/title-store.ts'
import { day } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { CardNumber } from './CardNumber.tsx'

export type Claim = Camelized<OutputOf<'getClaim'>>

/** The card and its words; number and PIN only once they are asked for. */
export function GiftedCard({ token, claim }: { token: string; claim: Claim }) {
  const value = formatDollars(claim.valueCents)
  useTitle(`${value} ${claim.rewardName}`)
  return (
    <div className="grid grid-cols-[minmax(0,560px)_minmax(0,1fr)] items-center gap-16 mid:grid-cols-1 mid:gap-8">
      <img
        src={claim.pictureUrl}
        alt={cardWords(claim, value)}
        width={1017}
        height={642}
        className="h-auto w-full rounded-panel bg-sunken shadow-lift-3 mid:max-w-[560px]"
      />
      <div className="grid max-w-[520px] justify-items-start gap-5">
        <div className="grid gap-2">
          <h1 className="text-balance break-words">
            {claim.firstName ? `${claim.firstName}, this is for you` : 'This is for you'}
          </h1>
          <p className="text-lead text-muted">
            {value} {/\bcard$/i.test(claim.rewardName) ? claim.rewardName : `${claim.rewardName} card`}
            {claim.senderName && `, from ${claim.senderName}`}
          </p>
        </div>
        {claim.message && (
          <p className="w-full whitespace-pre-line break-words border-accent-line border-s-2 ps-5 text-lead">
            {claim.message}
          </p>
        )}
        <State token={token} claim={claim} />
      </div>
    </div>
  )
}

function State({ token, claim }: { token: string; claim: Claim }) {
  switch (claim.state) {
    case 'ready':
    case 'claimed':
      return <CardNumber token={token} claim={claim} />
    case 'expired':
      return (
        <Note tone="warn">
          This link expired{claim.expiresAt && ` on ${day(claim.expiresAt)}`}. Ask the sender for a new one.
          The money on the card doesn’t expire.
        </Note>
      )
    case 'cancelled':
      return (
        <Note tone="warn">
          This card holds no money any more: it was taken back or replaced. A newer email may carry the new
          one.
        </Note>
      )
    case 'on_hold':
      return (
        <Note tone="info">We can’t open this card right now. Your link still works. Try again later.</Note>
      )
  }
}

function cardWords({ card, firstName, lastName }: Claim, value: string): string {
  const words = [card.design.line1, card.design.line2, `${firstName} ${lastName}`.trim(), value]
  return `The card: ${words.filter((word) => word !== '').join(', ')}`
}

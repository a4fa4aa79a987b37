import { api } from '@laurel/contract/routes'
import { openBy } from '@laurel/domain/card-words'
import { formatCents, formatDollars } from '@laurel/domain/money'
import type { Texts } from '@laurel/domain/texts'
import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { Check, Copy, Eye, EyeOff, Heart, Printer } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { useTitle } from '../../app/shell/navigation.tsx'
import { SiteLogo } from '../../app/shell/SiteLogo.tsx'
import { useSite } from '../../app/site.ts'
import { chooseLanguage, useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { useCopy } from '../../parts/CopyField.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { OtherLanguage } from '../../parts/OtherLanguage.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { siteDay } from '../../parts/site-time.ts'
import { ThemeChoice } from '../../parts/ThemeChoice.tsx'
import { type Claim, claimQueries, forgetEmbeddedClaim } from './claim.queries.ts'

const ThanksForm = lazy(() => import('./ThanksForm.tsx').then((module) => ({ default: module.ThanksForm })))

/** A digital card as the person it was sent to opens it: in the organization's name, with nothing to sell. */
export function ClaimScreen({ token }: { token: string }) {
  const { data: claim, error, isFetching, refetch } = useQuery(claimQueries.one(token))
  useEffect(forgetEmbeddedClaim, [])
  return (
    <Frame>
      {claim ? (
        <GiftedCard token={token} claim={claim} />
      ) : claim === null ? (
        <NoCard />
      ) : error ? (
        <CardDidNotLoad
          problem={error}
          isRetrying={isFetching}
          onRetry={() => {
            void refetch()
          }}
        />
      ) : (
        <CardOnItsWay />
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const i18n = useTexts()
  const site = useSite()
  const ways = [site.supportEmail, site.supportPhone].filter((way) => way !== '')
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="page flex min-h-[76px] items-center">
        <SiteLogo />
      </header>
      <main className="page grid w-full items-center py-10 narrow:items-start narrow:py-4">{children}</main>
      <footer className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-8 text-muted text-small">
        <p>
          {ways.length > 0 &&
            i18n.t('Questions about this card? {ways}', {
              ways: new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(ways),
            })}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <OtherLanguage onChoose={chooseLanguage} />
          <ThemeChoice isCompact />
        </div>
      </footer>
    </div>
  )
}

function CardOnItsWay() {
  const i18n = useTexts()
  useTitle(i18n.t('Your card'))
  return (
    <Loading label={i18n.t('Loading your card')}>
      <div className="grid grid-cols-[minmax(0,560px)_minmax(0,1fr)] gap-16 mid:grid-cols-1 mid:gap-8">
        <Skeleton className="aspect-[1017/642] w-full rounded-panel" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
    </Loading>
  )
}

function NoCard() {
  const i18n = useTexts()
  const title = i18n.t('This link doesn’t open a card')
  useTitle(title)
  return (
    <InPlaceOfCard
      title={title}
      text={i18n.t(
        'The link may be cut off, or a newer email may have replaced it. Open the latest email, or ask the person who sent you the card.',
      )}
    />
  )
}

type CardDidNotLoadProps = { problem: Error; isRetrying: boolean; onRetry: () => void }

function CardDidNotLoad({ problem, isRetrying, onRetry }: CardDidNotLoadProps) {
  const i18n = useTexts()
  useTitle(i18n.t('Your card'))
  return (
    <InPlaceOfCard title={i18n.t('We couldn’t load your card')} text={formError(problem) ?? ''}>
      <Button look="primary" isPending={isRetrying} onClick={onRetry}>
        {i18n.t('Try again')}
      </Button>
    </InPlaceOfCard>
  )
}

type InPlaceOfCardProps = { title: string; text: string; children?: ReactNode }

function InPlaceOfCard({ title, text, children }: InPlaceOfCardProps) {
  return (
    <div className="mx-auto grid max-w-[520px] justify-items-center gap-4 text-center">
      <h1 className="text-h2">{title}</h1>
      <p className="text-lead text-muted" role="alert">
        {text}
      </p>
      {children}
    </div>
  )
}

/** The card and its message. A click shows its number and PIN, and another one hides them. */
function GiftedCard({ token, claim }: { token: string; claim: Claim }) {
  const i18n = useTexts()
  const value = formatDollars(claim.valueCents)
  const { firstName, rewardName } = claim
  useTitle(i18n.t('{value} {rewardName}', { value, rewardName }))
  const reveal = useMutation({
    mutationFn: () => call(api.revealClaim, { params: { token } }),
    gcTime: 0,
  })
  return (
    <div className="grid grid-cols-[minmax(0,560px)_minmax(0,1fr)] items-center gap-16 mid:grid-cols-1 mid:gap-8 print:grid-cols-1 print:gap-8">
      <CardFront claim={claim} value={value} revealed={reveal.data} />
      <div className="grid max-w-[520px] justify-items-start gap-5">
        <div className="grid gap-2">
          <h1 className="text-balance break-words">
            {firstName ? i18n.t('{firstName}, this is for you', { firstName }) : i18n.t('This is for you')}
          </h1>
          <p className="text-lead text-muted">{whatItIs(i18n, claim, value)}</p>
        </div>
        {claim.message && (
          <p className="w-full whitespace-pre-line break-words border-accent-line border-s-2 ps-5 text-lead">
            {claim.message}
          </p>
        )}
        <State claim={claim} reveal={reveal} />
        {(claim.state === 'claimed' || reveal.isSuccess) && <Thanks token={token} claim={claim} />}
      </div>
    </div>
  )
}

/** A note back to the sender: written once, and shown from then on. */
function Thanks({ token, claim: { thanks, senderName } }: { token: string; claim: Claim }) {
  const i18n = useTexts()
  const [isWriting, setWriting] = useState(false)
  if (thanks !== '') {
    return (
      <div className="grid w-full gap-2">
        <p role="status" className="font-semibold text-small">
          {senderName
            ? i18n.t('Your note to {senderName}', { senderName })
            : i18n.t('Your note to the sender')}
        </p>
        <p className="whitespace-pre-line break-words border-line-mid border-s-2 ps-5 [overflow-wrap:anywhere]">
          {thanks}
        </p>
      </div>
    )
  }
  if (isWriting) {
    return (
      <Suspense fallback={null}>
        <ThanksForm token={token} senderName={senderName} onClose={() => setWriting(false)} />
      </Suspense>
    )
  }
  return (
    <Button className="print:hidden" onClick={() => setWriting(true)}>
      <Icon of={Heart} size={18} />
      {i18n.t('Say thank you')}
    </Button>
  )
}

/** Reward names often end with “card” already. */
function whatItIs(i18n: Texts, { rewardName, senderName }: Claim, value: string): string {
  if (/\bcard$/i.test(rewardName)) {
    return senderName
      ? i18n.t('{value} {rewardName}, from {senderName}', { value, rewardName, senderName })
      : i18n.t('{value} {rewardName}', { value, rewardName })
  }
  return senderName
    ? i18n.t('{value} {rewardName} card, from {senderName}', { value, rewardName, senderName })
    : i18n.t('{value} {rewardName} card', { value, rewardName })
}

type Revealed = AnswerOf<'revealClaim'>
type Reveal = UseMutationResult<Revealed, Error, void>

/** Where each card has its amount, as on printed ones. */
const AMOUNT_PLACES: Record<Claim['card']['amountPlace'], string> = {
  corner: 'top-[9%] right-[6.3%] text-end',
  wreath: 'top-[36%] left-[77.5%] -translate-x-1/2 text-center',
}

/** What is secret or changes is on the picture, so nothing moves when it's shown. */
function CardFront({
  claim,
  value,
  revealed,
}: {
  claim: Claim
  value: string
  revealed: Revealed | undefined
}) {
  const i18n = useTexts()
  const isOpen = claim.state === 'ready' || claim.state === 'claimed'
  const number = revealed?.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return (
    <div className="card @container relative mid:max-w-[560px]" style={{ color: claim.card.textColor }}>
      <img
        src={claim.pictureUrl}
        alt={cardWords(i18n, claim, value)}
        width={1017}
        height={642}
        fetchPriority="high"
        className="h-auto w-full rounded-panel bg-sunken shadow-lift-3"
      />
      <p className={`absolute ${AMOUNT_PLACES[claim.card.amountPlace]}`} aria-hidden={revealed === undefined}>
        <b className="block font-semibold text-[max(18px,5.3cqw)] leading-none tabular-nums">
          {revealed === undefined ? value : formatCents(revealed.balanceCents)}
        </b>
        {revealed !== undefined && <span className="text-[max(11px,2.2cqw)]">{i18n.t('Balance')}</span>}
      </p>
      {isOpen && (
        <section
          aria-label={revealed === undefined ? undefined : i18n.t('Number and PIN')}
          aria-hidden={revealed === undefined}
          className="absolute bottom-[3.5%] left-[6.3%] font-medium text-[max(14px,3.9cqw)]"
        >
          <Secret
            label={i18n.t('Card number')}
            copyLabel={i18n.t('Copy card number')}
            value={number}
            copies={revealed?.number}
            dots="•••• •••• •••• ••••"
          />
          <Secret
            label={i18n.t('PIN')}
            copyLabel={i18n.t('Copy PIN')}
            value={revealed?.pin}
            copies={revealed?.pin}
            dots="••••"
            isLabeled
          />
        </section>
      )}
    </div>
  )
}

type SecretProps = {
  label: string
  copyLabel: string
  value: string | undefined
  copies: string | undefined
  dots: string
  isLabeled?: boolean
}

/** A line on the card: dots until it's shown, then with a button that copies it. */
function Secret({ label, copyLabel, value, copies = '', dots, isLabeled = false }: SecretProps) {
  const i18n = useTexts()
  const { text, isCopied, said, copy } = useCopy(
    copies,
    i18n.t('It’s selected. Press Ctrl+C or ⌘C to copy it.'),
  )
  return (
    <p className="flex h-[max(28px,7.4cqw)] items-center gap-[0.5em]">
      <span className={isLabeled ? 'text-[0.62em]' : 'sr-only'}>{label}</span>
      <code ref={text} className="whitespace-nowrap font-[inherit] tracking-[0.035em]">
        {value ?? dots}
      </code>
      {value !== undefined && (
        <button
          type="button"
          aria-label={copyLabel}
          className="-my-2 grid size-11 cursor-pointer place-items-center rounded-control text-inherit hover:bg-current/15 print:hidden"
          onClick={copy}
        >
          <Icon of={isCopied ? Check : Copy} size={18} />
        </button>
      )}
      <span role="status" className={isCopied ? 'sr-only' : 'text-[0.62em] empty:hidden'}>
        {said}
      </span>
    </p>
  )
}

function State({ claim, reveal }: { claim: Claim; reveal: Reveal }) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  switch (claim.state) {
    case 'ready':
    case 'claimed':
      return <ShowNumber claim={claim} reveal={reveal} />
    case 'expired':
      return (
        <Note tone="warn">
          {claim.expiresAt
            ? i18n.t('This link expired on {day}. Ask the sender for a new one.', {
                day: siteDay(claim.expiresAt, timeZone),
              })
            : i18n.t('This link expired. Ask the sender for a new one.')}{' '}
          {i18n.t('The money on the card doesn’t expire.')}
        </Note>
      )
    case 'cancelled':
      return (
        <Note tone="warn">
          {i18n.t(
            'This card was canceled or replaced and has no value. If it was replaced, check for a newer email.',
          )}
        </Note>
      )
    case 'on_hold':
      return (
        <Note tone="info">
          {i18n.t('We can’t open this card right now. Your link still works. Try again later.')}
        </Note>
      )
  }
}

function cardWords(i18n: Texts, { card, firstName, lastName }: Claim, value: string): string {
  const words = [card.design.line1, card.design.line2, `${firstName} ${lastName}`.trim(), value]
  return i18n.t('The card: {words}', { words: words.filter((word) => word !== '').join(', ') })
}

/** Number and PIN: asked for by a press, kept by nothing, and gone again with another. */
function ShowNumber({ claim, reveal }: { claim: Claim; reveal: Reveal }) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  const { data: card } = reveal
  return (
    <div className="grid w-full gap-4">
      {reveal.isError && <Note tone="bad">{reveal.error.message}</Note>}
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button
          look={card === undefined ? 'primary' : 'outlined'}
          size="big"
          isPending={reveal.isPending}
          className="grow-[9]"
          onClick={() => (card === undefined ? reveal.mutate() : reveal.reset())}
        >
          <Icon of={card === undefined ? Eye : EyeOff} size={18} />
          {card === undefined ? i18n.t('Show number and PIN') : i18n.t('Hide number and PIN')}
        </Button>
        <Button size="big" className="grow" onClick={() => window.print()}>
          <Icon of={Printer} size={18} />
          {i18n.t('Print')}
        </Button>
      </div>
      <p role="status" className="min-h-[4.5em] max-w-[52ch] text-muted text-small">
        {card === undefined
          ? hint(i18n, claim, timeZone)
          : i18n.t('{balance} left of {value}. Enter the card number and PIN when you pay.', {
              balance: formatCents(card.balanceCents),
              value: formatCents(card.valueCents),
            })}
      </p>
    </div>
  )
}

function hint(i18n: Texts, { state, claimedAt, expiresAt }: Claim, timeZone: string): string {
  if (state === 'claimed' && claimedAt) {
    return i18n.t('Opened on {day}. You can view it again at any time.', {
      day: siteDay(claimedAt, timeZone),
    })
  }
  const care = i18n.t('Anyone who sees them can spend the card. Make sure no one else can see your screen.')
  return expiresAt ? `${care} ${openBy(i18n, lastDay(i18n, expiresAt, timeZone))}` : care
}

/** As the mail says it: the site's day, whatever the reader's clock shows. */
function lastDay({ locale }: Texts, expiresAt: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(expiresAt))
}

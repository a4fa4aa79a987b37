import { mergeMessage } from '@laurel/domain/message-merge'
import { type ProductSetupStep, setupStepPath } from '@laurel/domain/product-setup-flow'
import type { RewardType } from '@laurel/domain/reward-type'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { translated, useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import type { PredefinedMessage } from '../create-reward.queries.ts'
import { cardLook, SAMPLE_PERSON, useTemplate } from '../current-card.ts'
import { LetterPreview, MailPreview } from '../previews.tsx'
import { type Recipient, recipientQueries } from '../recipients/recipients.queries.ts'

type MessagePreviewProps = { item: CardItem; message: string; sender: string }

/** The message in its letter or email, person by person. */
export function MessagePreview({ item, message, sender }: MessagePreviewProps) {
  const i18n = useTexts()
  const rewardType = item.rewardTypeData.name
  const template = useTemplate()
  const people = usePeople(item)
  const reader = people.current
    ? readerOf(people.current, item.denominationCents)
    : sampleReader(rewardType, item.denominationCents)
  const words = { ...reader, amountCents: reader.amountCents ?? SAMPLE_PERSON.amountCents }
  const shared = {
    look: cardLook({
      design: item.design,
      template,
      rewardType,
      person: reader,
      amountCents: reader.amountCents,
      networkName: item.reward.network,
    }),
    message: mergeMessage(reader.message || message, words),
    sender,
    language: reader.language,
  }
  return (
    <section
      aria-label={i18n.t('Preview')}
      className="stage grid content-start justify-items-center gap-8 px-12 pt-8 pb-12 narrow:gap-6 narrow:px-(--gutter) narrow:pt-6"
    >
      <div className="flex min-h-12 w-full max-w-[620px] flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">{rewardType === 'digital' ? i18n.t('The email') : i18n.t('The letter')}</h2>
        {people.count > 0 && (
          <p className="flex items-center gap-3">
            <Button
              look="plain"
              size="round"
              aria-label={i18n.t('Previous person')}
              isDisabled={people.at <= 1}
              onClick={() => people.go(people.at - 1)}
            >
              <Icon of={ChevronLeft} />
            </Button>
            <span className="text-small" aria-live="polite">
              {i18n.t('{name}, {at, number} of {people, number}', {
                name: `${reader.firstName} ${reader.lastName}`.trim() || i18n.t('No name yet'),
                at: people.at,
                people: people.count,
              })}
            </span>
            <Button
              look="plain"
              size="round"
              aria-label={i18n.t('Next person')}
              isDisabled={people.at >= people.count}
              onClick={() => people.go(people.at + 1)}
            >
              <Icon of={ChevronRight} />
            </Button>
          </p>
        )}
      </div>
      {rewardType === 'digital' ? (
        <MailPreview {...shared} person={words} email={reader.email} rewardName={item.reward.name} />
      ) : (
        <LetterPreview
          {...shared}
          rewardType={rewardType}
          amountCents={reader.amountCents}
          address={reader.address}
        />
      )}
      {people.current && <PrintedName problems={people.current.problems} />}
      {reader.message !== '' && (
        <p className="max-w-[56ch] text-center text-muted text-small">
          {i18n.t('Your list has a personal message for {name}. It replaces this one.', {
            name: reader.firstName || i18n.t('this person'),
          })}
        </p>
      )}
    </section>
  )
}

/** A warning that the printed name will differ from the one on the list. */
function PrintedName({ problems }: Pick<Recipient, 'problems'>) {
  const i18n = useTexts()
  const found = problems.find(({ code }) => code === 'name_too_long' || code === 'unprintable')
  if (!found) return null
  return (
    <Note tone="warn" className="max-w-[620px]">
      {translated(i18n, found.message)}{' '}
      <Link to={setupStepPath('recipients')} className="link">
        {i18n.t('Go to recipients')}
      </Link>
    </Note>
  )
}

/** The shown recipient, by position in the list. Prefetches the next one. */
function usePeople(item: CardItem) {
  const queryClient = useQueryClient()
  const total = item.recipientCount
  const [at, setAt] = useState(1)
  // Keep showing the previous person until the next one has loaded.
  const person = useQuery({
    ...recipientQueries.at(item.id, at),
    enabled: total > 0,
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    if (at < total) queryClient.prefetchQuery(recipientQueries.at(item.id, at + 1))
  }, [queryClient, item.id, at, total])

  return { count: total, at, go: setAt, current: person.data }
}

/** The person a preview is for. */
type Reader = {
  firstName: string
  lastName: string
  email: string
  address: string[]
  amountCents: number | null
  /** A personal message from the list, or ''. */
  message: string
  language: string
}

export function readerOf(recipient: Recipient, denominationCents: number | null): Reader {
  const { firstName, lastName, address1, address2, city, state, zip } = recipient
  return {
    firstName,
    lastName,
    email: recipient.email,
    address: addressLines([
      `${firstName} ${lastName}`.trim(),
      address1,
      address2,
      `${place(city, state)} ${zip}`,
    ]),
    amountCents: recipient.amountCents ?? denominationCents,
    message: recipient.message,
    language: recipient.language,
  }
}

/** Shown for bulk cards, and until the list has loaded. */
export function sampleReader(rewardType: RewardType, denominationCents: number | null): Reader {
  return {
    ...SAMPLE_PERSON,
    email: 'maya@example.com',
    address: rewardType === 'direct' ? ['Maya Okafor', '418 Juniper Street', 'Portland, OR 97214'] : [],
    amountCents: denominationCents,
    message: '',
    language: '',
  }
}

function place(city: string, state: string): string {
  return [city, state].filter((part) => part !== '').join(', ')
}

function addressLines(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** Predefined messages of one occasion, in the site's order. */
export type Occasion = { name: string; messages: readonly PredefinedMessage[] }

export function byOccasion(messages: readonly PredefinedMessage[]): Occasion[] {
  return [...Map.groupBy(messages, ({ occasion }) => occasion)].map(([name, of]) => ({ name, messages: of }))
}

/** The message that clicking an occasion inserts: its first, or the one after the current. */
export function nextMessage({ messages }: Occasion, standing: string): PredefinedMessage | undefined {
  const at = messages.findIndex(({ text }) => text === standing)
  return messages[(at + 1) % messages.length]
}

/** The step on which a missing part is entered. */
export function stepOfMissing(field: string, rewardType: RewardType): ProductSetupStep {
  switch (field) {
    case 'quantity':
      return 'quantity'
    case 'denomination_cents':
    case 'denominationCents':
      return rewardType === 'bulk' ? 'value' : 'recipients'
    case 'recipients':
    case 'amount_cents':
    case 'amountCents':
      return 'recipients'
    case 'message':
    case 'sender_name':
      return 'custom-message'
    default:
      return 'card-design'
  }
}
